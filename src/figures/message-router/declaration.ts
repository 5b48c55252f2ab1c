// Figure 6.3, whole: as pages, embeds and tests list it.
import type { RouteGame } from '#engine';
import type { FigureDeclaration } from '../kit/declaration.ts';
import { about, type RouteStep } from './about.ts';
import { play } from './read.ts';

export const messageRouter: FigureDeclaration<RouteGame, RouteStep> = { ...about, lanes: play };
