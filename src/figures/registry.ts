// All figures, in the order of the book. Pages, embeds and tests list them from here.
import { brokenStream } from './broken-stream/declaration.ts';
import { framing } from './framing/declaration.ts';
import type { FigureDeclaration } from './kit/declaration.ts';

export const figures: readonly FigureDeclaration[] = [framing, brokenStream];
