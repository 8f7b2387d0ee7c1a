import { DomainError } from '@qr-attendance/server';
import type { RequestHandler } from 'express';
import { sentPathOf } from './request-path.ts';

/** Areas that a path must reach by its plain name or not at all. */
const GUARDED = /^\/(api|internal|remotes)(\/|$)/i;
/** A path is printable ASCII and has no fragment: clients do not send those. */
const NEVER_SENT = /[^!-~]|[\\#]|\/\//;
/** Separators, dots, percent signs and control characters, encoded. */
const DISGUISED = /%(2f|5c|2e|25|[01][0-9a-f]|7f)/i;
/** Letters, digits, `-`, `_` and `~`, which no client encodes (RFC 3986, 2.3). */
const NEEDLESSLY_ENCODED = /%(2d|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i;

const badPath = () => new DomainError('invalid', 'bad_path', 'This address is not well formed.');

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw badPath();
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
 * Refuses addresses whose path two readers could understand differently (`//`, `..`, `%2f`, `%61pi`, `\`), so that what the
 * gateway checked is what an upstream serves. Page paths may carry encoded text: a code typed by hand can be anything.
 */
export const rejectAmbiguousPaths: RequestHandler = (request, _response, next) => {
  const path = sentPathOf(request);
  if (!path.startsWith('/') || NEVER_SENT.test(path)) throw badPath();
  const dots = decode(path)
    .split('/')
    .some((segment) => segment === '.' || segment === '..');
  const guarded = GUARDED.test(path) || GUARDED.test(normalizePath(path));
  if (guarded && (dots || DISGUISED.test(path) || NEEDLESSLY_ENCODED.test(path))) throw badPath();
  next();
};

/** Whether a page path hides separators or dots; no file of ours is named so. */
export const isDisguised = (path: string): boolean => DISGUISED.test(path);
