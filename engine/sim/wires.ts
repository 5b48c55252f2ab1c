// The three transports as makers of wires, and the one that picks by the run's transport.
import type { Client } from './client.ts';
import { HttpWire } from './http-wire.ts';
import type { Server } from './server.ts';
import { SseWire } from './sse-wire.ts';
import { StdioWire } from './stdio-wire.ts';
import type { Fault, Wire, World } from './world.ts';

export type WireMaker = (world: World, client: Client, server: Server, faults: readonly Fault[]) => Wire;

export const overStdio: WireMaker = (...parts) => new StdioWire(...parts);
export const overHttp: WireMaker = (...parts) => new HttpWire(...parts);
export const overSse: WireMaker = (world, client, server) => new SseWire(world, client, server);

export const everyWire: WireMaker = (world, ...parts) => {
  const makers = { stdio: overStdio, 'streamable-http': overHttp, 'http+sse': overSse };
  return makers[world.transport](world, ...parts);
};
