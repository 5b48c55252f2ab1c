// All figures, in the order of the book. Pages, embeds and tests list them from here.
import { brokenStream } from './broken-stream/declaration.ts';
import { correlation } from './correlation/declaration.ts';
import { framing } from './framing/declaration.ts';
import { inputRequired } from './input-required/declaration.ts';
import { layerCounts } from './layer-counts/declaration.ts';
import { layerZoom } from './layer-zoom/declaration.ts';
import { lifetimes } from './lifetimes/declaration.ts';
import { reverseCall } from './reverse-call/declaration.ts';
import type { FigureDeclaration } from './kit/declaration.ts';

export const figures: readonly FigureDeclaration[] = [
  lifetimes,
  layerCounts,
  layerZoom,
  correlation,
  reverseCall,
  inputRequired,
  framing,
  brokenStream,
];
