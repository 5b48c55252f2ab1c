// stdio as a maker of wires. In a file of its own: who runs over it does not load the other transports.
import { StdioWire } from './stdio-wire.ts';
import type { WireMaker } from './wires.ts';

export const overStdio: WireMaker = (...parts) => new StdioWire(...parts);
