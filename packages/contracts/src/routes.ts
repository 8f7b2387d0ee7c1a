import { deadLetterRoutes } from './dead-letters.ts';
import type { RouteContract } from './route.ts';
import * as routesByOwner from './routes-by-owner.ts';

/** Every route of every service by owner, such as `routes.auth.login`; `telemetry` belongs to the gateway. */
export * as routes from './routes-by-owner.ts';

export const allRoutes: RouteContract[] = [
  ...Object.values(routesByOwner),
  ...Object.values(deadLetterRoutes),
].flatMap((owned) => Object.values(owned) as RouteContract[]);
