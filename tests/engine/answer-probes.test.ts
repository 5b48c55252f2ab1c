// Recorded answers of the official servers beside those of the strict server: equal, or in the table of departures.
import { readdirSync, readFileSync } from 'node:fs';
import { answer, strictServer, type Answer, type JsonObject, type StrictServer, type StrictTool } from '#engine';
import { describe, expect, test } from 'vitest';
import { ANSWER_DEPARTURES, HTTP_LEVEL_CODES, SERVERS, type ServerName } from './answer-departures.ts';

interface Recorded {
  readonly status?: number;
  readonly mode: Answer['mode'];
  readonly allow?: string;
  readonly endpoint?: boolean;
  readonly messages?: readonly JsonObject[];
}
interface Probe {
  readonly name: string;
  readonly request: string;
  readonly answers: Readonly<Partial<Record<ServerName, Recorded>>>;
}
interface Probes {
  readonly servers: Readonly<Partial<Record<ServerName, string>>>;
  readonly probes: readonly Probe[];
}

const directory = new URL('../fixtures/probes/', import.meta.url);
const FILES = readdirSync(directory).map((name) => name.replace('.json', ''));
const read = (file: string) => JSON.parse(readFileSync(new URL(`${file}.json`, directory), 'utf8')) as Probes;

const query = { type: 'string' };
const TOOLS: readonly StrictTool[] = [
  { name: 'search_docs', inputSchema: { type: 'object', properties: { query }, required: ['query'] } },
  {
    name: 'deep_search',
    inputSchema: { type: 'object', properties: { query }, required: ['query', 'steps', 'seconds'] },
  },
  {
    name: 'summarize',
    inputSchema: { type: 'object', properties: { text: query }, required: ['text'] },
    needs: { sampling: {} },
  },
];
const ANNOTATED: readonly StrictTool[] = [
  {
    name: 'search_docs',
    inputSchema: { type: 'object', properties: { query: { ...query, 'x-mcp-header': 'Query' } }, required: ['query'] },
  },
];

/** The tool that asks the user, with the state that the recorded server gave out. */
function askUser(probes: readonly Probe[]): StrictTool {
  const echoed = probes.find(({ name }) => name.startsWith('requestState: echoed'))?.request;
  const requestState =
    echoed && (JSON.parse(echoed.split('\r\n\r\n')[1]!) as { params: { requestState: string } }).params.requestState;
  const inputRequests = { edition: { method: 'elicitation/create' } };
  return {
    name: 'ask_user',
    needs: { elicitation: { form: {} } },
    asks: { inputRequests, ...(requestState && { requestState }) },
  };
}

/** The recorded server, before its first request. */
function serverOf(file: string, probes: readonly Probe[]): StrictServer {
  const revision = file.slice(0, 10) as StrictServer['revision'];
  const isModern = revision === '2026-07-28';
  const transport = file.includes('stdio') ? 'stdio' : file.includes('http-sse') ? 'http+sse' : 'streamable-http';
  const givesSessions = !isModern && transport === 'streamable-http' && !file.includes('stateless');
  return strictServer({
    revision,
    transport,
    givesSessions,
    isInitialized: isModern,
    ...(givesSessions && { sessionIds: [] }),
    ...(transport === 'http+sse' && { postPath: '/messages?sessionId=q3Vb0R7mX2tLw9KpZs5yUA' }),
    origins: ['http://127.0.0.1:38080', 'http://localhost:38080', 'http://localhost:3000', 'http://localhost'],
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
    },
    tools: file.includes('param') ? ANNOTATED : [...TOOLS, askUser(probes)],
    resources: ['docs://handbook/intro'],
    prompts: [{ name: 'review_answer', required: ['question', 'answer'] }],
  });
}

function kindOf(message: JsonObject): string {
  const error = message['error'] as { readonly code: number } | undefined;
  if (error) return HTTP_LEVEL_CODES.has(error.code) ? 'refused' : `error ${error.code}`;
  if ('method' in message) return String(message['method']);
  const result = message['result'] as JsonObject;
  return result['isError'] === true
    ? 'isError'
    : result['resultType'] === 'input_required'
      ? 'input required'
      : 'result';
}

/** Status, kinds of messages, and what else both can be held to. */
function recordedSummary({ status, messages = [], allow, endpoint }: Recorded): string {
  return [status ?? '', ...messages.map(kindOf), allow ? `Allow ${sorted(allow)}` : '', endpoint ? 'endpoint' : '']
    .join(' ')
    .trim();
}

function strictSummary(answers: readonly Answer[]): string {
  const messages = answers.flatMap(({ body = [] }) => body as unknown as readonly JsonObject[] | JsonObject);
  const [{ status, headers, endpoint }] = answers as readonly [Answer];
  const allow = headers.find(({ name }) => name === 'Allow')?.value;
  return [status ?? '', ...messages.map(kindOf), allow ? `Allow ${sorted(allow)}` : '', endpoint ? 'endpoint' : '']
    .join(' ')
    .trim();
}

const sorted = (list: string) => list.split(', ').toSorted().join(', ');

/** Where a server refused with a code that says nothing, any refusal with that status is the same. */
const comparable = (strict: string, recorded: string) =>
  recorded.includes('refused')
    ? [strict.replace(/ error -\d+/, ''), recorded.replace(' refused', '')]
    : [strict, recorded];

interface Run extends Probe {
  readonly file: string;
  readonly strict: readonly Answer[];
}

/** All probes of a file, one after the other: each finds the state that those before it left. */
function runsOf(file: string): readonly Run[] {
  const { probes } = read(file);
  let server = serverOf(file, probes);
  let process = '';
  return probes.map((probe) => {
    const [prefix] = probe.name.split(':') as [string];
    if (server.transport === 'stdio' && prefix !== process && !file.includes('dual')) server = serverOf(file, probes);
    process = prefix;
    const requests = server.transport === 'stdio' ? probe.request.split(/(?<=\n)/) : [probe.request];
    const strict = requests.map((request) => {
      const given = answer(request, server);
      // The probes were made by hand and use their ids over and over.
      server = { ...given.after, takenIds: [] };
      return given;
    });
    return { ...probe, file, strict };
  });
}

const RUNS = FILES.flatMap(runsOf);
const departuresAt = (file: string, probe: string, server: ServerName) =>
  ANSWER_DEPARTURES.filter(({ by, probes }) => by.includes(server) && probes[file]?.includes(probe));

describe.each(FILES)('probes %s', (file) => {
  test('come from the versions that the departures were taken from', () => {
    for (const [server, version] of Object.entries(read(file).servers))
      expect(version).toBe(SERVERS[server as ServerName]);
  });

  test.each(RUNS.filter((run) => run.file === file))('$name', ({ name, strict, answers }) => {
    for (const [server, recorded] of Object.entries(answers) as [ServerName, Recorded][]) {
      const [mine, theirs] = comparable(strictSummary(strict), recordedSummary(recorded));
      const departures = departuresAt(file, name, server);
      expect(departures.length, 'rows that claim it').toBeLessThan(2);
      const [departure] = departures;
      if (!departure) expect(mine, `${server} and no row of departures`).toBe(theirs);
      else expect(mine, `${departure.id} has no difference any more`).not.toBe(theirs);
      if (departure?.why === 'open') expect(strict[0]!.open, `${departure.id} is not open`).toBeDefined();
    }
  });
});

test('every departure names probes that exist, and no other code hides behind the general one', () => {
  const known = new Set(
    RUNS.flatMap((run) => Object.keys(run.answers).map((server) => `${run.file} ${run.name} ${server}`)),
  );
  const named = ANSWER_DEPARTURES.flatMap(({ by, probes }) =>
    Object.entries(probes).flatMap(([file, names]) =>
      names.flatMap((name) => by.map((server) => `${file} ${name} ${server}`)),
    ),
  );
  expect(named.filter((key) => !known.has(key))).toEqual([]);
  const codes = RUNS.flatMap(({ answers }) => Object.values(answers)).flatMap(({ messages = [] }) =>
    messages.map((m) => (m['error'] as { code: number } | undefined)?.code),
  );
  for (const code of HTTP_LEVEL_CODES) expect(codes).toContain(code);
});
