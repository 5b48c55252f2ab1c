// acme-search on the official SDK 1.x: what 2025-11-25 looks like when someone else wrote the wire.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { deep, document, found, page, pause, prompt, resource, serverInfo, tools, work } from './acme-content.ts';

const about = (name: string) => ({ description: tools.find((t) => t.name === name)!.description });

/** `isDeep`: with the long search, which the short session does not list. */
export function acme1(isDeep: boolean): McpServer {
  const server = new McpServer(serverInfo, { capabilities: { resources: { subscribe: true } } });
  server.registerTool('docs_search', { ...about('docs_search'), inputSchema: { query: z.string() } }, () => found);
  server.registerTool('open_doc', { ...about('open_doc'), inputSchema: { id: z.string() } }, () => document);
  if (isDeep) {
    server.registerTool(
      'deep_search',
      { inputSchema: { query: z.string() } },
      async (_input, { _meta, sendNotification }) => {
        for (let step = 1; step <= work.count; step++) {
          await pause(work.stepMs);
          const params = { progressToken: _meta!.progressToken!, progress: step, total: work.count };
          await sendNotification({
            method: 'notifications/progress',
            params: { ...params, message: `archive ${step} of ${work.count}` },
          });
        }
        return deep;
      },
    );
  }
  server.registerResource(resource.name, resource.uri, { mimeType: resource.mimeType }, () => page);
  server.registerPrompt('compare', { argsSchema: { topic: z.string() } }, () => prompt);
  return server;
}
