// The decoder for a transport. Knows which ones there are, and nothing of their bytes.
import type { Decoder } from './decoded.ts';
import { HttpDecoder } from './http-connection.ts';
import { LineDecoder } from './lines.ts';

/** A decoder for one process (stdio) or one connection (all others: HTTP+SSE is HTTP whose messages come in one long answer). */
export function decoderFor(transport: 'stdio' | 'http'): Decoder {
  return transport === 'stdio' ? new LineDecoder() : new HttpDecoder();
}
