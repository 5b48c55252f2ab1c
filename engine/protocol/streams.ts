// The streams on which a server may speak to one client over HTTP, by name. Knows no message.

/** The answer to the POST of the call, to another POST, to a GET, to a subscription; or no stream at all. */
export const STREAMS = ['own', 'other', 'get', 'listen', 'none'] as const;
export type Stream = (typeof STREAMS)[number];

/** The letter of each stream in a text of choices. */
export const PICK_LETTERS: Readonly<Record<Stream, string>> = {
  own: 'o',
  other: 't',
  get: 'g',
  listen: 'l',
  none: 'n',
};
