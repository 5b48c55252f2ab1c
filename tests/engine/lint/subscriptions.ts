// Trials of the rules of subscriptions, and of what belongs to one request of 2026-07-28.
import {
  ask,
  blocks,
  closed,
  complete,
  fail,
  from,
  lines,
  mirrored,
  modern,
  more,
  post,
  reply,
  stream,
  streamText,
  tell,
  type Trial,
} from './captures.ts';

type Members = Readonly<Record<string, unknown>>;

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const wishes = { toolsListChanged: true, resourceSubscriptions: ['a://b'] };
const listen = (id: unknown = 5) => ask(id, 'subscriptions/listen', modern({ notifications: wishes }));
const about = (id: unknown) => ({ _meta: { [SUBSCRIPTION]: id } });
const granted = (id: unknown = 5, notifications: Members = wishes) =>
  tell('notifications/subscriptions/acknowledged', { notifications, ...about(id) });
const changed = (id?: unknown, what = 'tools') =>
  tell(`notifications/${what}/list_changed`, id === undefined ? {} : about(id));
const updated = (uri: string) => tell('notifications/resources/updated', { uri, ...about(5) });
const ended = (id: unknown = 5, named: unknown = id) => reply(id, { resultType: 'complete', ...about(named) });
const pipe = (...said: readonly string[]) => lines(from.client(listen()), ...said.map(from.server));
const http = (...said: readonly string[]) =>
  blocks(post(1, listen(), mirrored('subscriptions/listen')), stream(1, said, { 'X-Accel-Buffering': 'no' }));

const call = (id: unknown, meta: Members = {}) => ask(id, 'tools/call', modern({ name: 't' }, meta));
const LEVEL = 'io.modelcontextprotocol/logLevel';
const log = (level = 'info') => tell('notifications/message', { level, data: 'x' });
const done = (id: unknown) => reply(id, complete({ content: [] }));
const cancel = (requestId: unknown) => tell('notifications/cancelled', { requestId });
const posted = (exchange: number, meta: Members = {}) =>
  post(exchange, call(exchange, meta), mirrored('tools/call', 't'));

export const SUBSCRIPTION_TRIALS: readonly Trial[] = [
  {
    rule: 'sub.ack-first',
    fires: [
      streamText(changed(7), granted(7)),
      pipe(changed(5), granted()),
      http(changed(5), granted()),
      http(ended()),
    ],
    at: 1,
    spares: [pipe(granted(), changed(5)), http(granted(), changed(5), ended()), streamText(granted(7), changed(7))],
  },
  {
    rule: 'sub.id-missing',
    fires: [
      pipe(granted(), changed()),
      http(granted(), changed()),
      http(granted(), reply(5, { resultType: 'complete' })),
    ],
    spares: http(granted(), changed(5), ended()),
  },
  {
    rule: 'sub.id-value',
    fires: [pipe(granted(), changed('5')), http(granted(6)), http(granted(), ended(5, '5'))],
    spares: pipe(granted(), changed(5)),
  },
  {
    rule: 'sub.not-opted-in',
    fires: [
      pipe(granted(), changed(5, 'prompts')),
      http(granted(), updated('c://d')),
      lines(from.client(call(1)), from.server(changed())),
    ],
    spares: http(granted(), updated('a://b'), updated('a://b/c')),
  },
  {
    rule: 'sub.ack-superset',
    fires: [http(granted(5, { promptsListChanged: true })), http(granted(5, { resourceSubscriptions: ['c://d'] }))],
    spares: http(granted(5, { toolsListChanged: true, promptsListChanged: false })),
  },
  {
    rule: 'sub.request-scoped',
    fires: [
      http(granted(), tell('notifications/progress', { progressToken: 1, progress: 1 })),
      pipe(granted(), tell('notifications/message', { level: 'info', data: 'x', ...about(5) })),
    ],
    spares: http(granted(), changed(5)),
  },
  {
    rule: 'sub.graceful-end',
    fires: blocks(http(granted()), closed(1, 'server')),
    spares: [
      blocks(http(granted(), ended()), closed(1, 'server')),
      blocks(http(granted()), closed(1, 'client')),
      blocks(http(granted()), closed(1, 'network')),
    ],
  },
  {
    rule: 'cancel.server-other',
    fires: lines(from.client(call(1)), from.server(cancel(1))),
    spares: [pipe(granted(), cancel(5)), pipe(granted(), ended(), cancel(5))],
  },
];

export const REQUEST_MODERN_TRIALS: readonly Trial[] = [
  {
    rule: 'log.not-requested',
    fires: [lines(from.client(call(1)), from.server(log())), blocks(posted(1), stream(1, [log(), done(1)]))],
    at: 2,
    spares: lines(from.client(call(1, { [LEVEL]: 'info' })), from.server(log()), from.server(done(1))),
  },
  {
    rule: 'log.wrong-stream',
    fires: [
      blocks(posted(1, { [LEVEL]: 'info' }), stream(1), posted(2), stream(2, [log()])),
      blocks(posted(1, { [LEVEL]: 'info' }), stream(1, [done(1)]), more(1, [log()])),
    ],
    spares: blocks(posted(1, { [LEVEL]: 'info' }), stream(1, [log(), done(1)])),
  },
  {
    rule: 'log.below-level',
    fires: lines(from.client(call(1, { [LEVEL]: 'warning' })), from.server(log())),
    spares: lines(from.client(call(1, { [LEVEL]: 'warning' })), from.server(log('error'))),
  },
  {
    rule: 'cancel.message-after',
    fires: [
      lines(
        from.client(call(1)),
        from.client(cancel(1)),
        from.client(call(2)),
        from.server(done(2)),
        from.server(done(1)),
      ),
      lines(
        `stdin[0]> ${call(1, { progressToken: 'p' })}`,
        `stdin[1]> ${cancel(1)}`,
        `stdout[5]> ${tell('notifications/progress', { progressToken: 'p', progress: 1 })}`,
      ),
      lines(from.client(call(1)), from.client(cancel(1)), from.server(done(1))),
    ],
    at: 5,
    spares: lines(from.client(call(1)), from.client(cancel(1)), from.client(call(2)), from.server(done(2))),
  },
  {
    rule: 'cancel.client-unknown',
    fires: [
      lines(from.client(call(1)), from.client(cancel('1'))),
      lines(from.client(call(1)), from.server(fail(1, -32603)), from.client(cancel(1))),
    ],
    at: 2,
    spares: lines(from.client(call(1)), from.client(cancel(1))),
  },
];
