// What makes a wire, and the maker that most runs need. The other two have files of their own, so that who does not run
// over them does not load them.
import type { Client } from './client.ts';
import { HttpWire } from './http-wire.ts';
import type { Server } from './server.ts';
import type { Fault, Wire, World } from './world.ts';

export type WireMaker = (world: World, client: Client, server: Server, faults: readonly Fault[]) => Wire;

export const overHttp: WireMaker = (...parts) => new HttpWire(...parts);
