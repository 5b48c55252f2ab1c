// Streamable HTTP whose client may fall back to HTTP+SSE on the same connections. In a file of its own: who cannot fall back
// does not load the older transport.
import { Connections } from './connections.ts';
import { HttpWire } from './http-wire.ts';
import { SseWire } from './sse-wire.ts';
import type { WireMaker } from './wires.ts';
import type { Wire } from './world.ts';

export const overHttpOrSse: WireMaker = (world, client, server, mishaps) => {
  const connections = new Connections(world);
  let wire: Wire = new HttpWire(world, client, server, mishaps, connections);
  return {
    send: (...given) => wire.send(...given),
    connect: (...given) => wire.connect(...given),
    fallBack: (cause, then) => {
      world.transport = 'http+sse';
      const older = new SseWire(world, client, server, connections);
      wire = older;
      older.connect(then, cause);
    },
    openStream: (...given) => wire.openStream(...given),
    push: (...given) => wire.push(...given),
    keepAlive: () => wire.keepAlive(),
    resume: (...given) => wire.resume(...given),
    close: (...given) => wire.close(...given),
    leave: (...given) => wire.leave(...given),
  };
};
