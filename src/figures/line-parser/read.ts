// What figure 4.1 asks the engine. In the browser it is loaded when the figure is first touched.
import { readSlowly, type SlowLines, type Values } from '#engine';
import { bytesIn } from './about.ts';

export function readLines(values: Values): SlowLines {
  return readSlowly(bytesIn(values), Number(values['readBytes']));
}
