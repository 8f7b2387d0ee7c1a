import type { RouteContract } from '@qr-attendance/contracts';
import { pathToRegexp } from 'path-to-regexp';

/** What a request that no contract describes is called. */
export const UNKNOWN_ROUTE = 'unknown';

type Named = Pick<RouteContract, 'method' | 'path'>;
const variables = ({ path }: Named): number => path.split(':').length;

/**
 * Finds the pattern (`/api/sessions/:id`) of a request among those of the contracts, by the matcher that Express has.
 * @returns `unknown` for what none describes: a path as it was sent would make a new series of every guess
 */
export const makeNameRoute = (contracts: readonly Named[]): ((method: string, url: string) => string) => {
  const known = contracts
    // `/api/courses/available` is meant before `/api/courses/:id` is.
    .toSorted((a, b) => variables(a) - variables(b))
    .map(({ method, path }) => ({ method: method.toUpperCase(), path, ...pathToRegexp(path) }));
  return (method, url) => {
    const path = url.replace(/[?#].*$/s, '');
    const asked = method === 'HEAD' ? 'GET' : method;
    return known.find((route) => route.method === asked && route.regexp.test(path))?.path ?? UNKNOWN_ROUTE;
  };
};
