import type { RouteContract } from '@qr-attendance/contracts';
import { pathToRegexp } from 'path-to-regexp';

export const UNKNOWN_ROUTE = 'unknown';

type RouteKey = Pick<RouteContract, 'method' | 'path'>;
const keyOf = (method: string, path: string): string => {
  let parts = path.endsWith('/') ? -1 : 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) parts += 1;
  return `${method} ${parts}`;
};

const variables = ({ path }: RouteKey): number => path.split(':').length;

/**
 * Finds the pattern (`/api/sessions/:id`) of a request with the matcher of Express.
 * @returns `unknown` without a match, because the path itself would create a metric series for every guessed
 * URL
 */
export const createNameRoute = (
  contracts: readonly RouteKey[],
): ((method: string, url: string) => string) => {
  const routes = contracts
    // `/api/courses/available` takes precedence over `/api/courses/:id`.
    .toSorted((a, b) => variables(a) - variables(b))
    .map(({ method, path }) => ({ key: keyOf(method.toUpperCase(), path), path, ...pathToRegexp(path) }));
  // The key reduces the patterns to compare from hundreds to a few.
  const byKey = Map.groupBy(routes, ({ key }) => key);
  return (method, url) => {
    const end = url.search(/[?#]/);
    const path = end < 0 ? url : url.slice(0, end);
    const key = keyOf(method === 'HEAD' ? 'GET' : method, path);
    return byKey.get(key)?.find(({ regexp }) => regexp.test(path))?.path ?? UNKNOWN_ROUTE;
  };
};
