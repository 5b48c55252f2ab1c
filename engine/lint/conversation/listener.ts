// Whoever listens to a conversation. Knows neither how it is read nor what is made of it.
import type { Place } from '../../capture/formats/record.ts';
import type { Exchange, Happening, Line, Payload, Said, StreamEvent } from '../model.ts';

/** Called in the order of the wire. */
export interface Listener {
  line(line: Line): void;
  payload(payload: Payload): void;
  said(said: Said): void;
  asked(exchange: Exchange): void;
  answered(exchange: Exchange): void;
  event(event: StreamEvent): void;
  ended(exchange: Exchange): void;
  happening(happening: Happening): void;
  unread(place: Place, text: string): void;
}
