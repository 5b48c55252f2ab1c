// What figure 2.1 asks the engine. In the browser it is loaded when the figure is first touched.
import { READ_LIMIT, readShape, verdictsOn, type Sender, type Values } from '#engine';
import { about, type Classified } from './about.ts';

export function classify(values: Values): Classified {
  const text = about.samples!.textOf(values);
  const from = values['from'] as Sender;
  if (text.length > READ_LIMIT) return { from, verdicts: [], characters: text.length };
  return { from, reading: readShape(text), verdicts: verdictsOn(text, from), characters: text.length };
}
