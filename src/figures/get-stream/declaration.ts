// Figure 6.4: ten minutes of a standing stream. What it shows, what can be changed, what it runs.
import {
  formatCount,
  GET_ANSWERS,
  NEWS_BYTES,
  newsTimes,
  PROXIES,
  standingGet,
  type GetAnswerId,
  type HabitId,
  type StandingMoment,
  type StandingPlan,
  type StandingRun,
  type Values,
} from '#engine';
import type { FigureDeclaration } from '../kit/declaration.ts';

export interface StandingStep {
  readonly index: number;
  readonly moment: StandingMoment;
}

/** As long as is watched, and from a GET to its answer. */
const WATCHED_MS = 600_000;
const ROUND_TRIP_MS = 100;
/** News comes at times that nobody foresees, the same for each reader. */
const SEED = 6;

const ANSWERS: readonly GetAnswerId[] = ['stream', '405', '200-json'];
const SHOWN_PROXIES = ['none', 'nginx-4k', 'deaf-64k'];

const seconds = (ms: number): string => `${ms / 1000} s`;

function planOf(values: Values): StandingPlan {
  const number = (name: string): number => Number(values[name]);
  return {
    answer: values['answer'] as GetAnswerId,
    habit: values['client'] as HabitId,
    streams: number('gets'),
    sendsOn: values['sendsOn'] as 'one' | 'all',
    newsAtMs: newsTimes(number('news'), WATCHED_MS, SEED),
    idleMs: number('idleMs'),
    keepAliveMs: number('keepAliveMs'),
    proxy: PROXIES.find(({ id }) => id === values['proxy'])!,
    asksNotToBuffer: values['header'] === 'yes',
    reconnectMs: number('reconnectMs'),
    roundTripMs: ROUND_TRIP_MS,
    untilMs: WATCHED_MS,
  };
}

export const getStream: FigureDeclaration<StandingRun, StandingStep> = {
  slug: 'get-stream',
  number: '6.4',
  chapter: 'streamable-http',
  title: 'Ten minutes of a stream that waits',
  question: (values) => {
    const { answer, habit, streams, sendsOn, newsAtMs, idleMs, proxy, asksNotToBuffer, keepAliveMs } = planOf(values);
    const count = newsAtMs.length;
    if (answer !== 'stream') {
      const { label } = GET_ANSWERS.find(({ id }) => id === answer)!;
      const client = habit === 'reconnects-at-once' ? 'comes back at once when a stream breaks' : 'keeps to the rules';
      return `The server has no stream, and answers the GET ${label}. The client ${client}. How many GETs does it send in ten minutes?`;
    }
    if (proxy.bufferBytes > 0 && !(asksNotToBuffer && proxy.honoursHeader))
      return `A proxy gathers ${formatCount(proxy.bufferBytes)} bytes before it passes anything on; a piece of news has ${NEWS_BYTES}. When does the client hear the first?`;
    if (streams > 1 && sendsOn === 'all')
      return `The client holds ${streams} streams, and the server sends its news on all of them. How often does the client hear each piece?`;
    const dies =
      idleMs === Infinity ? 'Nobody ends an idle stream' : `A proxy ends a stream that is idle for ${seconds(idleMs)}`;
    const kept =
      keepAliveMs === Infinity ? '' : `, and the server sends a comment after every ${seconds(keepAliveMs)} of silence`;
    return `In ten minutes the server has ${count} ${count === 1 ? 'piece' : 'pieces'} of news. ${dies}${kept}. How many does the client hear?`;
  },
  summary:
    'The standing GET over ten minutes: idle time-outs, keep-alive comments, a proxy that buffers, several streams, and what happens when a server without a stream does not say 405.',
  instruments: ['Strips', 'Registers'],
  parameters: [
    {
      kind: 'choice',
      name: 'answer',
      label: 'GET is answered',
      default: 'stream',
      options: GET_ANSWERS.filter(({ id }) => ANSWERS.includes(id)).map(({ id, label }) => ({ value: id, label })),
      about: 'What the server answers when the client asks for a stream.',
    },
    {
      kind: 'choice',
      name: 'client',
      label: 'client',
      default: 'by-the-specification',
      options: [
        { value: 'by-the-specification', label: 'keeps to the rules' },
        { value: 'reconnects-at-once', label: 'comes back at once' },
      ],
      about:
        'Whether the client waits after a broken stream and gives up where there is none, or sends the next GET at once unless the answer is 405.',
    },
    {
      kind: 'choice',
      name: 'proxy',
      label: 'proxy holds',
      default: 'none',
      options: PROXIES.filter(({ id }) => SHOWN_PROXIES.includes(id)).map(({ id, label, bufferBytes }) => ({
        value: id,
        label: bufferBytes === 0 ? 'nothing' : label,
      })),
      about: 'How much a proxy gathers before it passes anything on.',
    },
    {
      kind: 'choice',
      name: 'header',
      label: 'X-Accel-Buffering: no',
      default: 'no',
      options: [
        { value: 'no', label: 'not sent' },
        { value: 'yes', label: 'sent' },
      ],
      about: 'Whether the server asks proxies not to hold its stream.',
    },
    {
      kind: 'choice',
      name: 'sendsOn',
      label: 'news goes to',
      default: 'one',
      options: [
        { value: 'one', label: 'one stream' },
        { value: 'all', label: 'every stream' },
      ],
      about: 'Whether a piece of news takes one of several streams, or all of them, which is forbidden.',
    },
    {
      kind: 'number',
      name: 'idleMs',
      label: 'idle time-out',
      unit: 'ms',
      default: 60_000,
      min: 10_000,
      max: Infinity,
      stops: [30_000, 60_000, 120_000, 300_000, Infinity],
      about: 'How long nothing may move on a stream before a proxy ends it; infinite: it never does.',
    },
    {
      kind: 'number',
      name: 'keepAliveMs',
      label: 'keep-alive',
      unit: 'ms',
      default: Infinity,
      min: 5000,
      max: Infinity,
      stops: [15_000, 30_000, 45_000, 90_000, Infinity],
      about: 'After how long a silence the server sends a comment line; infinite: never.',
    },
    {
      kind: 'number',
      name: 'reconnectMs',
      label: 'away for',
      unit: 'ms',
      default: 5000,
      min: 100,
      max: 60_000,
      stops: [1000, 5000, 10_000, 30_000, 60_000],
      about: 'How long a client that waits is away after its stream has ended.',
    },
    {
      kind: 'number',
      name: 'gets',
      label: 'streams',
      unit: 'count',
      default: 1,
      min: 1,
      max: 3,
      step: 1,
      about: 'How many GETs the client holds open at once.',
    },
    {
      kind: 'number',
      name: 'news',
      label: 'news',
      unit: 'count',
      default: 8,
      min: 1,
      max: 12,
      step: 1,
      about: 'How many pieces of news the server has in ten minutes, at times that nobody foresees.',
    },
  ],
  exports: ['svg', 'png'],
  lanes: (values) => standingGet(planOf(values)),
  steps: ({ moments }) => moments.map((moment, index) => ({ index, moment })),
  say: ({ moment }) => moment.says,
};
