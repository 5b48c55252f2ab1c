// What makes a wire, and the maker that most runs need. The other two have files of their own, so that who does not run
// over them does not load them.
import { HttpWire } from './http-wire.ts';
import type { ClientPeer, Mishap, ServerPeer, Wire, World } from './world.ts';

export type WireMaker = (world: World, client: ClientPeer, server: ServerPeer, mishaps: readonly Mishap[]) => Wire;

export const overHttp: WireMaker = (...parts) => new HttpWire(...parts);
