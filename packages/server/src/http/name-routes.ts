import type { RouteContract } from '@qr-attendance/contracts';
import { pathToRegexp } from 'path-to-regexp';

/** The label of requests that match no contract. */
export const UNKNOWN_ROUTE = 'unknown';

type Named = Pick<RouteContract, 'method' | 'path'>;
/** The key that a path and its pattern share: the method and the number of segments, without a trailing slash. */
const keyOf = (method: string, path: string): string => {
  let parts = path.endsWith('/') ? -1 : 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) parts += 1;
  return `${method} ${parts}`;
};

const variables = ({ path }: Named): number => path.split(':').length;

/**
 * Finds the pattern (`/api/sessions/:id`) of a request among those of the contracts, by the matcher that Express has.
 * @returns `unknown` for what none describes: a path as it was sent would make a new series of every guess
 */
export const createNameRoute = (contracts: readonly Named[]): ((method: string, url: string) => string) => {
  const known = contracts
    // `/api/courses/available` is meant before `/api/courses/:id` is.
    .toSorted((a, b) => variables(a) - variables(b))
    .map(({ method, path }) => ({ key: keyOf(method.toUpperCase(), path), path, ...pathToRegexp(path) }));
  // Only a handful of some hundred patterns are compared.
  const byKey = Map.groupBy(known, ({ key }) => key);
  return (method, url) => {
    const [path = ''] = url.split(/[?#]/, 1);
    const key = keyOf(method === 'HEAD' ? 'GET' : method, path);
    return byKey.get(key)?.find(({ regexp }) => regexp.test(path))?.path ?? UNKNOWN_ROUTE;
  };
};
