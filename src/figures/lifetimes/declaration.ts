// Figure 1.2: what lasts how long. What it shows, what can be changed, what it runs.
import {
  DAY_SERVERS,
  endOf,
  formatTime,
  lifetimes as scenario,
  nameMessage,
  overHttp,
  parametersOf,
  readValues,
  runOver,
  transfersOf,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';
import { exchangesIn, formatMoment, sessionIn } from './spans.ts';

function runOf(server: number, values: Values): Trace {
  const given = { ...values, server, rateBps: Infinity };
  return runOver(overHttp, scenario, readValues(parametersOf(scenario), given).values);
}

export const lifetimes: FigureDeclaration = {
  slug: 'lifetimes',
  number: '1.2',
  chapter: 'layers',
  title: 'What lasts how long',
  question: ({ connect, calls, servers }) =>
    connect === 'lazy'
      ? `The host connects to a server only when it first needs it. What does the model not know until then?`
      : `A host runs for eight hours with ${servers} ${servers === 1 ? 'server' : 'servers'} and makes ${calls} ${calls === 1 ? 'call' : 'calls'}. How many sessions are open in between, and how many HTTP exchanges?`,
  summary:
    'Host process, MCP sessions and HTTP exchanges as nested bars on one time axis, from hours to milliseconds; three servers, and the one flat list of tools that the model sees.',
  instruments: ['Topology'],
  parameters: scenario.parameters.filter(({ name }) => ['connect', 'calls', 'servers'].includes(name)),
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid', 'curl'],
  lanes: (values): readonly Lane[] =>
    DAY_SERVERS.slice(0, Number(values['servers'])).map(({ name }, i) => ({ name, trace: runOf(i + 1, values) })),
  // One step for each HTTP exchange, up to the last call.
  steps: (lanes) =>
    lanes
      .flatMap(({ trace }, lane) =>
        exchangesIn(trace)
          .filter(({ verb }) => verb === 'POST')
          .map(({ answer }) => ({ lane, entry: answer, atMs: endOf(answer) })),
      )
      .sort((a, b) => a.atMs - b.atMs || a.lane - b.lane || a.entry.index - b.entry.index),
  say: ({ entry, lane }, lanes) => {
    const { name, trace } = lanes[lane]!;
    const { request, sinceMs, untilMs } = exchangesIn(trace).find(({ answer }) => answer === entry)!;
    const openedMs = transfersOf(trace)[0]!.atMs;
    const age = untilMs - openedMs;
    return `${formatMoment(sinceMs)}, ${name}: ${nameMessage(request.message!)}. The exchange takes ${formatTime(untilMs - sinceMs)}; the session is ${formatMoment(age)} old and goes on.`;
  },
  sum: (lanes) => {
    const exchanges = lanes.flatMap(({ trace }) => exchangesIn(trace)).filter(({ verb }) => verb === 'POST');
    const busyMs = exchanges.reduce((sum, { sinceMs, untilMs }) => sum + untilMs - sinceMs, 0);
    const sessions = lanes.filter(({ trace }) => sessionIn(trace)).length;
    return `In the eight hours of the host: sessions ${sessions}, each from its first exchange to the evening; HTTP exchanges ${exchanges.length} up to the last call, ${formatTime(busyMs)} all together. The model sees one list of tools: ${DAY_SERVERS.slice(
      0,
      lanes.length,
    )
      .map(({ tool }) => tool)
      .join(', ')}.`;
  },
};
