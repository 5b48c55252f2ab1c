// The two numbers of a link, as parameters that several scenarios share.
import type { NumberParameter } from '../parameters.ts';

export const latencyMs: NumberParameter = {
  kind: 'number',
  name: 'latencyMs',
  label: 'latency',
  symbol: 'ℓ',
  unit: 'ms',
  default: 40,
  min: 0,
  max: 1000,
  stops: [0, 1, 2, 5, 10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000],
  about: 'How long a byte is under way, one way.',
};

export const rateBps: NumberParameter = {
  kind: 'number',
  name: 'rateBps',
  label: 'rate',
  symbol: 'R',
  unit: 'bit/s',
  default: 10_000_000,
  min: 1000,
  max: Infinity,
  stops: [1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7, 3e7, 1e8, 1e9, Infinity],
  about: 'How many bits the link takes in a second; infinite: sending takes no time.',
};
