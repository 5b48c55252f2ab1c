// Figure 6.2, whole: as pages, embeds and tests list it.
import type { FigureDeclaration } from '../kit/declaration.ts';
import { about, type Desk, type DeskStep } from './about.ts';
import { ask } from './read.ts';

export const answerDesk: FigureDeclaration<Desk, DeskStep> = { ...about, lanes: ask };
