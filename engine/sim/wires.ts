// The three transports as makers of wires, and the one that picks by the run's transport.
import { HttpWire } from './http-wire.ts';
import { SseWire } from './sse-wire.ts';
import { StdioWire } from './stdio-wire.ts';
import type { ClientPeer, Mishap, ServerPeer, Wire, World } from './world.ts';

export type WireMaker = (world: World, client: ClientPeer, server: ServerPeer, mishaps: readonly Mishap[]) => Wire;

export const overStdio: WireMaker = (...parts) => new StdioWire(...parts);
export const overHttp: WireMaker = (...parts) => new HttpWire(...parts);
export const overSse: WireMaker = (world, client, server) => new SseWire(world, client, server);

export const everyWire: WireMaker = (world, ...parts) => {
  const makers = { stdio: overStdio, 'streamable-http': overHttp, 'http+sse': overSse };
  return makers[world.transport](world, ...parts);
};
