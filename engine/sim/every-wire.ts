// All transports, and the one that a run asks for. Loads all of them; a figure takes its own instead.
import type { Transport } from '../protocol/revisions.ts';
import { overHttpOrSse } from './over-http-or-sse.ts';
import { overSse } from './over-sse.ts';
import { overStdio } from './over-stdio.ts';
import type { WireMaker } from './wires.ts';

const MAKERS: Readonly<Record<Transport, WireMaker>> = {
  stdio: overStdio,
  'streamable-http': overHttpOrSse,
  'http+sse': overSse,
};

export const everyWire: WireMaker = (world, ...parts) => MAKERS[world.transport](world, ...parts);
