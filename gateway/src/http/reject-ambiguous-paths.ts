import { DomainError } from '@qr-attendance/server';
import type { RequestHandler } from 'express';

/** Areas that a path must reach by its plain name or not at all. */
const GUARDED = /^\/(api|internal|remotes)(\/|$)/i;
const NEVER_SENT = /[\\\p{Cc}]|\/\//u;
/** Separators, dots, percent signs and control characters have no reason to come in disguise. */
const DISGUISED = /%(2f|5c|2e|25|[01][0-9a-f]|7f)/i;

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new DomainError('invalid', 'bad_path', 'This address is not well formed.');
  }
};
/** Undoes disguises, several layers deep, and resolves dots: where a careless reader might end. */
const normalizePath = (path: string): string => {
  let plain = path;
  for (let layer = 0; layer < 3; layer += 1) {
    try {
      plain = decodeURIComponent(plain);
    } catch {
      break;
    }
  }
  return new URL(plain.replace(/[\\/]+/g, '/'), 'http://self').pathname;
};

/**
 * Refuses addresses whose path two readers could understand differently (`//`, `..`, `%2f`, `\`), so that what the
 * gateway checked is what an upstream serves. Page paths may carry encoded text: a code typed by hand can be anything.
 */
export const rejectAmbiguousPaths: RequestHandler = (request, _response, next) => {
  const path = request.url.replace(/[?#].*$/s, '');
  const dots = decode(path)
    .split('/')
    .some((segment) => segment === '.' || segment === '..');
  const guarded = GUARDED.test(path) || GUARDED.test(normalizePath(path));
  if (!path.startsWith('/') || NEVER_SENT.test(path) || (guarded && (dots || DISGUISED.test(path)))) {
    throw new DomainError('invalid', 'bad_path', 'This address is not well formed.');
  }
  next();
};

/** Whether a page path hides separators or dots; no file of ours is named so. */
export const isDisguised = (path: string): boolean => DISGUISED.test(path);
