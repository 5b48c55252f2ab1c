// A raw TCP server that replays the engine's server to a real client: no node:http, only the bytes of the trace.
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { messagesOf, type Transfer } from '#engine';
import { messagesIn, readHttp, valueOf, type HttpMessage } from './raw-http.ts';
import type { Replay } from './replay.ts';

export interface ReplayServer {
  readonly port: number;
  /** Each request of the client beside the one of the trace that it was taken for. */
  readonly requests: { readonly transfer: Transfer; readonly real: HttpMessage }[];
  /** Requests that the trace does not have. */
  readonly refused: string[];
  close(): void;
}

export async function replayHttp(replay: Replay): Promise<ReplayServer> {
  const requests: ReplayServer['requests'] = [];
  const refused: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let bytes: Buffer = Buffer.alloc(0);
    socket.setNoDelay().on('error', () => {});
    socket.on('data', (data: Buffer) => {
      bytes = Buffer.concat([bytes, data]);
      const [request] = readHttp(bytes);
      if (!request?.isWhole) return;
      bytes = Buffer.alloc(0);
      const transfer = accept(replay, request, socket);
      if (transfer) requests.push({ transfer, real: request });
      else {
        refused.push(
          `${request.startLine} ${messagesIn(request)
            .map((m) => m.method ?? 'response')
            .join()}`,
        );
        const status =
          request.startLine.startsWith('POST') && messagesIn(request).every((m) => m.id === undefined)
            ? '202 Accepted'
            : '405 Method Not Allowed';
        socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    refused,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function accept(replay: Replay, request: HttpMessage, socket: net.Socket): Transfer | undefined {
  const [verb] = request.startLine.split(' ');
  const lastEventId = valueOf(request.headers, 'last-event-id');
  const isWanted = (t: Transfer): boolean =>
    t.http !== undefined &&
    'verb' in t.http &&
    t.http.verb === verb &&
    t.lastEventId === lastEventId &&
    messagesOf(t).length > 0 === (verb === 'POST');
  const channel = { write: (text: string) => void socket.write(text), drop: () => void socket.resetAndDestroy() };
  return replay.accept(isWanted, messagesIn(request), channel);
}
