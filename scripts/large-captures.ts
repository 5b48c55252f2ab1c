// Large captures to lint: long sessions of calls with progress and results, over a pipe, over HTTP and as HAR.
// All of it is in order, and a message is about as long as those that were recorded (tests/fixtures/recordings: 282 bytes
// on average over pipes, 245 over HTTP). Knows no rule.

export interface BigCapture {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The texts of its messages, as JSON. */
  readonly messages: readonly string[];
}

const REVISION = '2025-11-25';
const WORDS = 'the wire carries what both sides agreed on and nothing else arrives '.repeat(8);

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});
const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const initializeResult = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  result: { protocolVersion: REVISION, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } },
});

interface Call {
  readonly ask: string;
  readonly progress: readonly string[];
  readonly answer: string;
}

function call(id: number): Call {
  const token = `t-${id}`;
  const params = {
    name: 'docs_search',
    arguments: { query: WORDS.slice(id % 40, 60 + (id % 40)), limit: id % 10 },
    _meta: { progressToken: token },
  };
  const report = (progress: number) =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: token, progress, total: 2 },
    });
  const content = [{ type: 'text', text: WORDS.slice(0, 250 + ((id * 7) % 300)) }];
  return {
    ask: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    progress: id % 2 === 0 ? [] : [report(1), report(2)],
    answer: JSON.stringify({ jsonrpc: '2.0', id, result: { content } }),
  };
}

/** Calls until their text is that long. */
function calls(wantedBytes: number, perCallBytes: number): readonly Call[] {
  return Array.from({ length: Math.ceil(wantedBytes / perCallBytes) }, (_, i) => call(i + 1));
}

const messagesOf = (all: readonly Call[]): readonly string[] => [
  initialize,
  initializeResult,
  initialized,
  ...all.flatMap(({ ask, progress, answer }) => [ask, ...progress, answer]),
];

export function pipeCapture(wantedBytes: number): BigCapture {
  const all = calls(wantedBytes, 755);
  const lines = all.flatMap(({ ask, progress, answer }) => [
    `stdin> ${ask}`,
    ...progress.map((p) => `stdout> ${p}`),
    `stdout> ${answer}`,
  ]);
  const text = [`stdin> ${initialize}`, `stdout> ${initializeResult}`, `stdin> ${initialized}`, ...lines, ''].join(
    '\n',
  );
  return { name: 'ndjson-stdio', bytes: Buffer.from(text), messages: messagesOf(all) };
}

/** As many messages as fit, none of them longer than it has to be. */
export function tinyCapture(wantedBytes: number): BigCapture {
  const pairs = Array.from({ length: Math.ceil(wantedBytes / 100) }, (_, i) => [
    `{"jsonrpc":"2.0","id":${i + 1},"method":"ping"}`,
    `{"jsonrpc":"2.0","id":${i + 1},"result":{}}`,
  ]).flat();
  const lines = pairs.map((message, i) => `${i % 2 === 0 ? 'stdin' : 'stdout'}> ${message}`);
  const text = [`stdin> ${initialize}`, `stdout> ${initializeResult}`, `stdin> ${initialized}`, ...lines, ''].join(
    '\n',
  );
  return {
    name: 'tiny messages',
    bytes: Buffer.from(text),
    messages: [initialize, initializeResult, initialized, ...pairs],
  };
}

const HEAD = `POST /mcp HTTP/1.1
Host: acme.test
Content-Type: application/json
Accept: application/json, text/event-stream
`;
const NAMED = `MCP-Protocol-Version: ${REVISION}\nMCP-Session-Id: 3f9c1c1e-6a30-4a6e-9d61-1f6c8f0b8d11\n`;

/** A stream as servers of this revision write it: the first event is there so that the client has an id. */
const streamOf = (n: number, messages: readonly string[]): string =>
  `id: ${n}-0\ndata:\n\n${messages.map((data, i) => `id: ${n}-${i + 1}\ndata: ${data}\n\n`).join('')}`;

export function httpCapture(wantedBytes: number): BigCapture {
  const all = calls(wantedBytes, 1135);
  const parts = [
    `>>> c1 t=0 https://acme.test\n${HEAD}\n${initialize}\n\n<<< c1 t=0.01\nHTTP/1.1 200 OK\nContent-Type: application/json\nMCP-Session-Id: 3f9c1c1e-6a30-4a6e-9d61-1f6c8f0b8d11\n\n${initializeResult}\n\n`,
    `>>> c2 t=0.02 https://acme.test\n${HEAD}${NAMED}\n${initialized}\n\n<<< c2 t=0.03\nHTTP/1.1 202 Accepted\nContent-Length: 0\n\n`,
  ];
  for (const [i, { ask, progress, answer }] of all.entries()) {
    const n = i + 3;
    parts.push(`>>> c${n} t=${n} https://acme.test\n${HEAD}${NAMED}\n${ask}\n\n<<< c${n} t=${n}.1\nHTTP/1.1 200 OK\n`);
    if (progress.length === 0) parts.push(`Content-Type: application/json\n\n${answer}\n\n`);
    else
      parts.push(
        `Content-Type: text/event-stream\n\n${streamOf(n, [...progress, answer])}=== c${n} t=${n}.2 closed by server\n`,
      );
  }
  return { name: 'http-text', bytes: Buffer.from(parts.join('')), messages: messagesOf(all) };
}

export function harCapture(wantedBytes: number): BigCapture {
  const all = calls(wantedBytes, 1500);
  const entry = (
    i: number,
    body: string,
    named: boolean,
    status: number,
    headers: readonly (readonly [string, string])[],
    content: string,
  ) => ({
    startedDateTime: new Date(1_900_000_000_000 + i * 1000).toISOString(),
    time: 12,
    request: {
      method: 'POST',
      url: 'https://acme.test/mcp',
      httpVersion: 'HTTP/2',
      headers: [
        { name: 'content-type', value: 'application/json' },
        { name: 'accept', value: 'application/json, text/event-stream' },
        ...(named ? [{ name: 'mcp-protocol-version', value: REVISION }] : []),
      ],
      postData: { mimeType: 'application/json', text: body },
    },
    response: {
      status,
      statusText: '',
      headers: headers.map(([name, value]) => ({ name, value })),
      content: { mimeType: '', text: content },
    },
  });
  const json = [['content-type', 'application/json']] as const;
  const entries = [
    entry(0, initialize, false, 200, json, initializeResult),
    entry(1, initialized, true, 202, [], ''),
    ...all.map(({ ask, progress, answer }, i) =>
      progress.length === 0
        ? entry(i + 2, ask, true, 200, json, answer)
        : entry(i + 2, ask, true, 200, [['content-type', 'text/event-stream']], streamOf(i + 2, [...progress, answer])),
    ),
  ];
  return {
    name: 'har',
    bytes: Buffer.from(JSON.stringify({ log: { version: '1.2', entries } })),
    messages: messagesOf(all),
  };
}
