// Trials of the rules of progress, log messages, cancelling and ping.
import { ask, fail, from, handshake, lines, reply, tell, type Trial } from './captures.ts';

const { client, server } = from;
const D = '2025-11-25';
const opened = handshake(D, { tools: {} });
const call = (id: number, token?: unknown) =>
  client(ask(id, 'tools/call', { name: 't', ...(token !== undefined && { _meta: { progressToken: token } }) }));
const progress = (token: unknown, value: number) =>
  server(tell('notifications/progress', { progressToken: token, progress: value }));
const cancel = (id: unknown) => tell('notifications/cancelled', { requestId: id });
const timed = (atS: number, line: string) => line.replace('> ', `[${atS}]> `);
const log = server(tell('notifications/message', { level: 'info', data: 'x' }));
const setLevel = (level: string) => client(ask(1, 'logging/setLevel', { level }));
const taskCall = client(ask(1, 'tools/call', { name: 't', task: { ttl: 1000 } }));
const created = server(reply(1, { task: { taskId: 'k', status: 'working' } }));

export const PROGRESS_TRIALS: readonly Trial[] = [
  {
    rule: 'progress.token-type',
    fires: [lines(...opened, call(1, 1.5)), lines(...opened, call(1, { a: 1 }))],
    at: 4,
    spares: lines(...opened, call(1, 0), call(2, 'a')),
  },
  {
    rule: 'progress.token-dup',
    fires: lines(...opened, call(1, 'a'), call(2, 'a')),
    at: 5,
    spares: lines(...opened, call(1, 'a'), server(reply(1)), call(2, 'a'), call(3, 'b')),
  },
  {
    rule: 'progress.unknown-token',
    fires: [lines(...opened, call(1), progress('job-1', 1)), lines(...opened, call(1, 1), progress('1', 1))],
    at: 5,
    spares: [
      lines(...opened, call(1, 1), progress(1, 1)),
      // The request may have come before the capture.
      lines(progress('job-1', 1)),
    ],
  },
  {
    rule: 'progress.increasing',
    fires: [
      lines(...opened, call(1, 1), progress(1, 2), progress(1, 2)),
      lines(...opened, call(1, 1), progress(1, 2), progress(1, 1)),
    ],
    at: 6,
    spares: lines(...opened, call(1, 1), call(2, 2), progress(1, 2), progress(2, 1), progress(1, 2.5)),
  },
  {
    rule: 'progress.after-end',
    fires: lines(...opened, call(1, 1), server(reply(1)), progress(1, 1)),
    at: 6,
    spares: [
      lines(...opened, call(1, 1), progress(1, 1), server(reply(1))),
      // A task goes on after the answer that it has begun.
      lines(
        ...opened,
        client(ask(1, 'tools/call', { name: 't', task: {}, _meta: { progressToken: 1 } })),
        created,
        progress(1, 1),
      ),
    ],
  },
  {
    rule: 'log.capability',
    fires: lines(...opened, log),
    at: 4,
    spares: lines(...handshake(D, { logging: {} }), log),
  },
  {
    rule: 'log.bad-level',
    fires: lines(...handshake(D, { logging: {} }), setLevel('loud'), server(reply(1))),
    at: 5,
    spares: [
      lines(...handshake(D, { logging: {} }), setLevel('loud'), server(fail(1, -32602))),
      lines(...handshake(D, { logging: {} }), setLevel('notice'), server(reply(1))),
    ],
  },
  {
    rule: 'cancel.direction',
    fires: [
      lines(...opened, client(cancel(7))),
      lines(...opened, call(1), client(cancel('1'))),
      lines(...opened, call(1), server(cancel(1))),
      lines(...opened, timed(1, call(1)), timed(2, server(reply(1))), timed(9, client(cancel(1)))),
    ],
    at: 4,
    spares: [
      lines(...opened, call(1), client(cancel(1))),
      // It crossed the answer on its way.
      lines(...opened, timed(1, call(1)), timed(2, server(reply(1))), timed(2.01, client(cancel(1)))),
    ],
  },
  {
    rule: 'cancel.response-after',
    fires: lines(...opened, timed(1, call(1)), timed(2, client(cancel(1))), timed(9, server(reply(1)))),
    at: 6,
    spares: lines(...opened, timed(1, call(1)), timed(2, client(cancel(1))), timed(2.01, server(reply(1)))),
  },
  {
    rule: 'cancel.task',
    fires: lines(...opened, taskCall, created, client(cancel(1))),
    at: 6,
    spares: lines(...opened, taskCall, created, client(ask(2, 'tasks/cancel', { taskId: 'k' }))),
  },
  {
    rule: 'ping.reply',
    fires: [
      lines(...opened, server(ask(1, 'ping')), client(fail(1, -32601))),
      lines(...opened, server(ask(1, 'ping')), client(reply(1, { pong: true }))),
      lines(...opened, timed(1, client(ask(1, 'ping'))), timed(60, log)),
    ],
    at: 5,
    spares: [
      lines(...opened, server(ask(1, 'ping')), client(reply(1))),
      lines(...opened, timed(1, client(ask(1, 'ping'))), timed(1.5, log)),
    ],
  },
];
