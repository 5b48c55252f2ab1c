// HTTP+SSE as a maker of wires. In a file of its own: who runs over it does not load the other transports.
import { SseWire } from './sse-wire.ts';
import type { WireMaker } from './wires.ts';

export const overSse: WireMaker = (world, client, server) => new SseWire(world, client, server);
