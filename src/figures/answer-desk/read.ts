// What figure 6.2 asks the engine. In the browser it is loaded when the figure is first touched.
import { answersTo, READ_LIMIT, type Revision, type Values } from '#engine';
import { about, type Desk } from './about.ts';

export function ask(values: Values): Desk {
  const text = about.samples!.textOf(values);
  const revision = values['revision'] as Revision;
  if (text.length > READ_LIMIT) return { revision, characters: text.length };
  return { revision, reading: answersTo(text), characters: text.length };
}
