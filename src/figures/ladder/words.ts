// What stands on an arrow or beside a mark: a few words for each entry. Whole sentences come from the engine.
import { formatTime, kindOf, nameMessage, type Entry, type Happening, type Message, type Transfer } from '#engine';

export interface Words {
  /** What the transport says: a verb, a status, an event's id. */
  readonly lead: string;
  /** What the message is. */
  readonly what: string;
  /** The id of the message, or what else tells it from others. */
  readonly id: string;
}

export function wordsOf(entry: Entry): Words {
  switch (entry.kind) {
    case 'transfer':
      return wordsOfTransfer(entry);
    case 'work':
      return {
        lead: '',
        what: entry.outcome === 'stopped' ? 'work stops' : `work${entry.again ? ' again' : ''}`,
        id: formatTime(entry.untilMs - entry.atMs),
      };
    case 'happening':
      return { lead: '', what: HAPPENING_WORDS[entry.what], id: idText(entry.requestId) };
  }
}

const HAPPENING_WORDS: Readonly<Record<Happening['what'], string>> = {
  cut: 'line drops',
  noticed: 'learns of it',
  waiting: 'waits',
  finished: 'has the result',
  refused: 'is refused',
  cancelled: 'gives up',
  'timed-out': 'has waited long enough',
  closed: 'closes',
  'hung-up': 'hangs up',
  exited: 'process ends',
  restarted: 'starts the server again',
  authorized: 'has a token',
};

const idText = (id: string | number | undefined): string => (id === undefined ? '' : `id ${id}`);

function wordsOfTransfer(transfer: Transfer): Words {
  const { carrier, http, eventId, message, batch, lastEventId } = transfer;
  const lead = leadOf(transfer);
  if (message) return { lead, ...wordsOfMessage(message) };
  if (batch) return { lead, what: `batch of ${batch.length}`, id: '' };
  switch (carrier) {
    case 'request':
      return { lead, what: lastEventId === undefined ? '' : 'Last-Event-ID:', id: lastEventId ?? '' };
    case 'answer':
      return { lead, what: http && 'status' in http && http.status < 300 ? 'no body' : 'refused', id: '' };
    case 'head':
      return { lead, what: 'opens a stream', id: '' };
    case 'event':
      return { lead, what: 'no message', id: eventId === undefined ? '' : 'empty data' };
    case 'comment':
      return { lead, what: 'keep-alive', id: '' };
    default:
      return { lead, what: 'end of stream', id: '' };
  }
}

function leadOf({ carrier, http, eventId }: Transfer): string {
  if (carrier === 'comment') return 'comment';
  if (carrier === 'event') return eventId === undefined ? 'event' : `event ${eventId}`;
  if (!http) return '';
  return 'verb' in http ? http.verb : String(http.status);
}

function wordsOfMessage(message: Message): Pick<Words, 'what' | 'id'> {
  const { id } = message as { readonly id?: string | number };
  const name = nameMessage(message);
  switch (kindOf(message)) {
    case 'request':
      return { what: name.slice(0, name.lastIndexOf(', id ')), id: idText(id) };
    case 'notification': {
      const about = (message as { readonly params?: { readonly requestId?: string | number } }).params?.requestId;
      return { what: name.replace('notifications/', ''), id: idText(about) };
    }
    case 'result':
      return { what: resultWord(message), id: idText(id) };
    case 'error':
      return { what: name, id: idText(id) };
  }
}

/** A result that is not the end says what it is instead (2026-07-28). */
function resultWord(message: Message): string {
  const { resultType = 'complete' } = (message as { readonly result: { readonly resultType?: string } }).result;
  return resultType === 'complete' ? 'result' : resultType;
}
