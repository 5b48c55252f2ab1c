// All figures, in the order of the book. Pages, embeds and tests list them from here.
import { answerDesk } from './answer-desk/declaration.ts';
import { brokenStream } from './broken-stream/declaration.ts';
import { correlation } from './correlation/declaration.ts';
import { framing } from './framing/declaration.ts';
import { layerCounts } from './layer-counts/declaration.ts';
import { lineParser } from './line-parser/declaration.ts';
import { messageRouter } from './message-router/declaration.ts';
import { pipes } from './pipes/declaration.ts';
import { shapeClassifier } from './shape-classifier/declaration.ts';
import type { AnyFigure } from './kit/declaration.ts';

export const figures: readonly AnyFigure[] = [
  layerCounts,
  shapeClassifier,
  correlation,
  pipes,
  lineParser,
  answerDesk,
  messageRouter,
  framing,
  brokenStream,
];
