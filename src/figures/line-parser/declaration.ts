// Figure 4.1, whole: as pages, embeds and tests list it.
import type { SlowLines, SlowStep } from '#engine';
import type { FigureDeclaration } from '../kit/declaration.ts';
import { about } from './about.ts';
import { readLines } from './read.ts';

export const lineParser: FigureDeclaration<SlowLines, SlowStep> = { ...about, lanes: readLines };
