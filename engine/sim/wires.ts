// What makes a wire: the maker of the one that most runs need, and the maker that picks by the run's transport.
// The other two have files of their own, so that who does not run over them does not load them.
import type { Client } from './client.ts';
import { HttpWire } from './http-wire.ts';
import { overSse } from './over-sse.ts';
import { overStdio } from './over-stdio.ts';
import type { Server } from './server.ts';
import type { Fault, Wire, World } from './world.ts';

export type WireMaker = (world: World, client: Client, server: Server, faults: readonly Fault[]) => Wire;

export const overHttp: WireMaker = (...parts) => new HttpWire(...parts);

export const everyWire: WireMaker = (world, ...parts) => {
  const makers = { stdio: overStdio, 'streamable-http': overHttp, 'http+sse': overSse };
  return makers[world.transport](world, ...parts);
};
