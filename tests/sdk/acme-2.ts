// acme-search on the official SDK 2.x: what 2026-07-28 looks like when someone else wrote the wire.
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { deep, document, found, page, pause, prompt, resource, serverInfo, tools, work } from './acme-content.ts';

const about = (name: string) => ({ description: tools.find((t) => t.name === name)!.description });

/** `isDeep`: with the long search, which the short session does not list. `onStop` hears in which step it was given up. */
export function acme2(isDeep: boolean, onStop: (step: number) => void = () => {}): McpServer {
  const server = new McpServer(serverInfo, { capabilities: { resources: { subscribe: true } } });
  server.registerTool(
    'docs_search',
    { ...about('docs_search'), inputSchema: z.object({ query: z.string() }) },
    () => found,
  );
  server.registerTool('open_doc', { ...about('open_doc'), inputSchema: z.object({ id: z.string() }) }, () => document);
  if (isDeep) {
    server.registerTool('deep_search', { inputSchema: z.object({ query: z.string() }) }, async (_input, { mcpReq }) => {
      for (let step = 1; step <= work.count; step++) {
        await pause(work.stepMs);
        if (mcpReq.signal.aborted) {
          onStop(step);
          break;
        }
        const params = { progressToken: mcpReq._meta!.progressToken!, progress: step, total: work.count };
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { ...params, message: `archive ${step} of ${work.count}` },
        });
      }
      return deep;
    });
  }
  server.registerResource(resource.name, resource.uri, { mimeType: resource.mimeType }, () => page);
  server.registerPrompt('compare', { argsSchema: z.object({ topic: z.string() }) }, () => prompt);
  return server;
}
