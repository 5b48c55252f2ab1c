// The shapes that a message may have, by name, and how much text is looked at for one. Reads nothing.

export type Shape = 'request' | 'notification' | 'result' | 'error' | 'batch' | 'none';

/** Longer texts are not judged, so that a figure answers at once: UTF-16 code units. */
export const READ_LIMIT = 100_000;

export const SHAPE_NAMES: Readonly<Record<Shape, string>> = {
  request: 'a request',
  notification: 'a notification',
  result: 'a result response',
  error: 'an error response',
  batch: 'a batch',
  none: 'none of them',
};
