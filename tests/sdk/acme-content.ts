// What acme-search holds, for the real servers: read off the engine's own trace, so that both serve the same.
import { run, transfersOf, type JsonObject } from '#engine';

const results = transfersOf(run('short'))
  .map((t) => t.message)
  .filter((m) => m !== undefined && 'result' in m)
  .map((m) => (m as { result: JsonObject }).result);

/** The n-th result of the short session of 2025-11-25: after the handshake, in the order of its requests. */
const resultAt = <T>(n: number): T => structuredClone(results[n]) as T;

type Text = { content: { type: 'text'; text: string }[]; isError: boolean };

export const serverInfo = resultAt<{ serverInfo: { name: string; version: string } }>(0).serverInfo;
export const tools = resultAt<{ tools: { name: string; description: string }[] }>(1).tools;
export const found = resultAt<Text>(2);
export const document = resultAt<Text>(3);
export const resource = resultAt<{ resources: { uri: string; name: string; mimeType: string }[] }>(4).resources[0]!;
export const page = resultAt<{ contents: { uri: string; mimeType: string; text: string }[] }>(5);
export const prompt = resultAt<{ messages: { role: 'user'; content: { type: 'text'; text: string } }[] }>(6);

const last = transfersOf(run('progress', { n: 1 })).at(-1)!;
export const deep = structuredClone((last.message as { result: JsonObject }).result) as unknown as Text;

/** How the long search works in these tests: as in the engine, only quicker. */
export const work = { count: 5, stepMs: 30 } as const;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
