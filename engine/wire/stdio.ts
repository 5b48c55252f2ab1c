// stdio: one message per line. The newline is the whole frame.
import type { Message } from '../protocol/messages.ts';
import { frameOf, type Frame } from './frame.ts';
import { payloadPieces } from './payload.ts';

export function stdioFrame(message: Message | readonly Message[]): Frame {
  return frameOf([...payloadPieces(message), { layer: 'newline', name: 'newline', text: '\n', of: 'stdio.newline' }]);
}
