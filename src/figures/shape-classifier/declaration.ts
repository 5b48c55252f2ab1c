// Figure 2.2, whole: as pages, embeds and tests list it.
import type { FigureDeclaration } from '../kit/declaration.ts';
import { about, type Classified, type KeyStep } from './about.ts';
import { classify } from './read.ts';

export const shapeClassifier: FigureDeclaration<Classified, KeyStep> = { ...about, lanes: classify };
