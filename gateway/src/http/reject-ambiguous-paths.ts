import { invalid } from '@qr-attendance/server';
import type { RequestHandler } from 'express';
import { originalPathOf } from './request-path.ts';

const GUARDED = /^\/(api|internal|remotes)(\/|$)/i;
const NOT_PRINTABLE = /[^!-~]|[\\#]|\/\//;
/** Encoded separators, dots, percent signs and control characters. */
const DISGUISED = /%(2f|5c|2e|25|[01][0-9a-f]|7f)/i;
/** Encoded letters, digits, `-`, `_` and `~`, which clients never need to encode (RFC 3986, 2.3). */
const NEEDLESSLY_ENCODED = /%(2d|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i;

const badPathError = () => invalid('bad_path', 'This address is malformed.');

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw badPathError();
  }
};
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

/** A marking page with arbitrary text, because a foreign QR code can contain anything. */
const isScannedText = (path: string): boolean =>
  path.startsWith('/attendance/') && !GUARDED.test(normalizePath(path));

/**
 * Rejects paths that two parsers could interpret differently (`//`, `..`, `%2f`, `%61pi`, `\`), so that
 * upstreams serve exactly the path that the gateway checked. Paths of pages may contain encoded text, because
 * a typed code can be anything.
 */
export const rejectAmbiguousPaths: RequestHandler = (request, _response, next) => {
  const path = originalPathOf(request);
  if (isScannedText(path)) {
    next();
    return;
  }
  if (!path.startsWith('/') || NOT_PRINTABLE.test(path)) throw badPathError();
  const dots = decode(path)
    .split('/')
    .some((segment) => segment === '.' || segment === '..');
  const guarded = GUARDED.test(path) || GUARDED.test(normalizePath(path));
  if (guarded && (dots || DISGUISED.test(path) || NEEDLESSLY_ENCODED.test(path))) throw badPathError();
  next();
};

export const isAmbiguousPath = (path: string): boolean => DISGUISED.test(path);
