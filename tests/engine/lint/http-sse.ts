// Trials of the rules of HTTP+SSE.
import {
  accepted,
  ask,
  blocks,
  initialize,
  initializeResult,
  json,
  more,
  reply,
  send,
  stream,
  type Trial,
} from './captures.ts';

const A = '2024-11-05';
const listen = (target = '/app/sse') => send(1, `GET ${target}`, { Host: 'a.test', Accept: 'text/event-stream' });
const endpoint = (address: string) => stream(1, [`event: endpoint\ndata: ${address}\n`]);
const opens = (target: string, exchange = 2) =>
  send(exchange, `POST ${target}`, { 'Content-Type': 'application/json' }, initialize(A));
const message = (text: string, name = 'message') => `event: ${name}\ndata: ${text}\n`;
const good = blocks(listen(), endpoint('/app/messages?id=1'), opens('/app/messages?id=1'), accepted(2));

export const HTTP_SSE_TRIALS: readonly Trial[] = [
  {
    rule: 'sse.endpoint-event',
    fires: [
      blocks(listen(), stream(1), opens('/app/messages'), accepted(2, {}, 404)),
      blocks(listen(), stream(1, [message(ask(1, 'ping'))])),
      blocks(listen('/events'), stream(1, ['event: ready\ndata: 1\n']), opens('/app/messages'), accepted(2, {}, 404)),
      blocks(listen(), endpoint('{"uri": "/app/messages"}')),
    ],
    spares: [
      good,
      // Streamable HTTP at an address with that name.
      blocks(opens('/app/sse', 3), json(3, initializeResult(A)), listen(), stream(1, [message(ask(1, 'ping'))])),
      blocks(listen(), stream(1)),
    ],
  },
  {
    rule: 'sse.endpoint-address',
    fires: [
      blocks(listen(), endpoint('/messages?id=1'), opens('/messages?id=1'), accepted(2, {}, 404)),
      blocks(listen(), endpoint('http://a.test/app/messages')),
      blocks(listen(), endpoint('https://b.test/app/messages')),
      blocks(listen(), endpoint('//b.test/app/messages')),
    ],
    at: 10,
    spares: [
      good,
      blocks(listen(), endpoint('messages?id=1')),
      blocks(listen(), endpoint('https://A.test:443/app/messages')),
      blocks(
        listen(),
        endpoint('/messages'),
        opens('/messages'),
        accepted(2),
        opens('/messages', 3),
        accepted(3, {}, 404),
      ),
    ],
  },
  {
    rule: 'sse.post-target',
    fires: blocks(listen(), endpoint('/app/messages?id=1'), opens('/app/messages'), accepted(2, {}, 400)),
    spares: [good, blocks(good, opens('/mcp', 3), json(3, initializeResult(A)))],
  },
  {
    rule: 'sse.message-event',
    fires: blocks(good, more(1, [message(initializeResult(A), 'response')], 3)),
    spares: [
      blocks(good, more(1, [message(initializeResult(A))], 3)),
      blocks(good, more(1, ['event: ping\ndata: 2031-03-04\n'], 3)),
    ],
  },
  {
    rule: 'sse.accepted',
    fires: blocks(listen(), endpoint('/app/messages'), opens('/app/messages'), json(2, reply(0))),
    spares: good,
  },
];
