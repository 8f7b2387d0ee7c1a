import type { Request, RequestHandler } from 'express';

export const originalPathOf = ({ originalUrl }: Request): string => {
  const end = originalUrl.indexOf('?');
  return end < 0 ? originalUrl : originalUrl.slice(0, end);
};

const paths = new WeakMap<Request, string>();

/**
 * Returns the path that determines limits, kinds, upstreams and headers. It ignores case and a trailing slash, like the
 * routers of the services, so that limits and proxy always agree.
 */
export const pathOf = (request: Request): string => {
  const known = paths.get(request);
  if (known !== undefined) return known;
  const path = originalPathOf(request).toLowerCase().replace(/\/$/, '');
  paths.set(request, path);
  return path;
};

export const isUnder = (request: Request, area: string): boolean => {
  const path = pathOf(request);
  return path === area || path.startsWith(`${area}/`);
};

export const onlyUnder =
  (areas: readonly string[], handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    areas.some((area) => isUnder(request, area)) ? handler(request, response, next) : next();
