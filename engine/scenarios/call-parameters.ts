// The numbers of a long call and of a break in it, as parameters that several scenarios share.
import type { NumberParameter } from '../parameters.ts';

export const n: NumberParameter = {
  kind: 'number',
  name: 'n',
  label: 'steps',
  symbol: 'n',
  unit: 'count',
  default: 5,
  min: 1,
  max: 200,
  step: 1,
  about: 'Steps of the tool call; each finished step is one event.',
};

export const k: NumberParameter = {
  kind: 'number',
  name: 'k',
  label: 'break after',
  symbol: 'k',
  unit: 'count',
  default: 2,
  min: 0,
  max: { parameter: 'n', times: 1 },
  step: 1,
  about: 'The last event that the client sees before the line drops; 0: none.',
};

export const stepMs: NumberParameter = {
  kind: 'number',
  name: 'stepMs',
  label: 'step',
  symbol: 's',
  unit: 'ms',
  default: 200,
  min: 1,
  max: 10_000,
  step: 10,
  about: 'How long one step takes.',
};

export const reconnectMs: NumberParameter = {
  kind: 'number',
  name: 'reconnectMs',
  label: 'reconnect',
  symbol: 'tᵣ',
  unit: 'ms',
  default: 1000,
  min: { parameter: 'latencyMs', times: 2 },
  max: 60_000,
  step: 100,
  about: 'From the break to the first byte of the new answer, both latencies included.',
};
