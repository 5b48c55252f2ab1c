// All figures, in the order of the book. Pages, embeds and tests list them from here.
import { answerDesk } from './answer-desk/declaration.ts';
import { brokenStream } from './broken-stream/declaration.ts';
import { correlation } from './correlation/declaration.ts';
import { eraProbeStdio } from './era-probe-stdio/declaration.ts';
import { framing } from './framing/declaration.ts';
import { getStream } from './get-stream/declaration.ts';
import { inputRequired } from './input-required/declaration.ts';
import { layerCounts } from './layer-counts/declaration.ts';
import { layerZoom } from './layer-zoom/declaration.ts';
import { lifetimes } from './lifetimes/declaration.ts';
import { lineParser } from './line-parser/declaration.ts';
import { messageRouter } from './message-router/declaration.ts';
import { pipes } from './pipes/declaration.ts';
import { postModes } from './post-modes/declaration.ts';
import { reverseCall } from './reverse-call/declaration.ts';
import { shapeClassifier } from './shape-classifier/declaration.ts';
import { twoEndpoints } from './two-endpoints/declaration.ts';
import type { AnyFigure } from './kit/declaration.ts';

export const figures: readonly AnyFigure[] = [
  layerCounts,
  lifetimes,
  layerZoom,
  correlation,
  shapeClassifier,
  reverseCall,
  inputRequired,
  lineParser,
  pipes,
  eraProbeStdio,
  twoEndpoints,
  postModes,
  answerDesk,
  messageRouter,
  getStream,
  framing,
  brokenStream,
];
