// What figure 6.3 asks the engine. In the browser it is loaded when the figure is first touched.
import { playRoutes, type Revision, type RouteGame, type Values } from '#engine';

export function play({ revision, picks }: Values): RouteGame {
  return playRoutes(revision as Revision, String(picks));
}
