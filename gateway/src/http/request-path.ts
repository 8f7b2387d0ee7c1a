import type { Request, RequestHandler } from 'express';

/** The path as sent, without the query. */
export const sentPathOf = ({ originalUrl }: Request): string => {
  const end = originalUrl.indexOf('?');
  return end < 0 ? originalUrl : originalUrl.slice(0, end);
};

const paths = new WeakMap<Request, string>();

/**
 * The path that every decision of the gateway is based on: limits, kinds of requests, upstreams and headers. It
 * ignores case and a trailing slash, as the routers of the services do, so that a limit and a proxy always agree on
 * the path.
 */
export const pathOf = (request: Request): string => {
  const known = paths.get(request);
  if (known !== undefined) return known;
  const path = sentPathOf(request).toLowerCase().replace(/\/$/, '');
  paths.set(request, path);
  return path;
};

/** Returns whether a request is for a path, or for one below it. */
export const isBelow = (request: Request, area: string): boolean => {
  const path = pathOf(request);
  return path === area || path.startsWith(`${area}/`);
};

/** Calls a handler only for requests in these areas. */
export const onlyBelow =
  (areas: readonly string[], handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    areas.some((area) => isBelow(request, area)) ? handler(request, response, next) : next();
