// All figures, in the order of the book. Pages, embeds and tests list them from here.
import { answerDesk } from './answer-desk/declaration.ts';
import { brokenStream } from './broken-stream/declaration.ts';
import { framing } from './framing/declaration.ts';
import { lineParser } from './line-parser/declaration.ts';
import { shapeClassifier } from './shape-classifier/declaration.ts';
import type { AnyFigure } from './kit/declaration.ts';

export const figures: readonly AnyFigure[] = [shapeClassifier, lineParser, answerDesk, framing, brokenStream];
