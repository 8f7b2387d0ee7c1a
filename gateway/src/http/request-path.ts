import type { Request, RequestHandler } from 'express';

/** The path as it was sent, without the query. */
export const sentPathOf = ({ originalUrl }: Request): string => {
  const end = originalUrl.indexOf('?');
  return end < 0 ? originalUrl : originalUrl.slice(0, end);
};

const paths = new WeakMap<Request, string>();

/**
 * The path that every decision of the gateway is based on: limits, kinds of requests, upstreams and headers. It ignores case
 * and a trailing slash, as the services' routers do, so a spelling cannot mean one thing to a limit and another to a proxy.
 */
export const pathOf = (request: Request): string => {
  const known = paths.get(request);
  if (known !== undefined) return known;
  const path = sentPathOf(request).toLowerCase().replace(/\/$/, '');
  paths.set(request, path);
  return path;
};

/** Whether a request is for a path, or for one below it. */
export const isBelow = (request: Request, area: string): boolean => {
  const path = pathOf(request);
  return path === area || path.startsWith(`${area}/`);
};

/** Passes only requests for these areas to a handler; all others skip it. */
export const onlyBelow =
  (areas: readonly string[], handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    areas.some((area) => isBelow(request, area)) ? handler(request, response, next) : next();
