import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { isHashed, setCacheHeaders } from './cache-headers.ts';

type Read = (path: string) => Promise<Buffer>;

/** The build lays `.br` files beside its own, by a quality that takes seconds: compressed here are those of another build. */
const compressors = {
  br: (read: Read, path: string) =>
    read(`${path}.br`).catch(async () =>
      promisify(brotliCompress)(await read(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    ),
  gzip: async (read: Read, path: string) => promisify(gzip)(await read(path), { level: 9 }),
};
type Encoding = keyof typeof compressors;

/** Brotli where the client takes both: it says nothing about which it likes better. */
const encodingFor = (request: Request): Encoding | undefined => {
  const accepted = request.acceptsEncodings();
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
};

/** What shrinks: text, and WebAssembly. */
const TEXT = new Set(['.js', '.css', '.svg', '.json', '.wasm']);
const PLAIN_PATH = /^(\/[\w@~-][\w.@~-]*)+$/;
/** Whether a path is that of a file of ours: nothing hidden, nothing encoded. */
export const isPlainPath = (path: string): boolean => PLAIN_PATH.test(path);
const isCandidate = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  isPlainPath(request.path) &&
  isHashed(basename(request.path)) &&
  TEXT.has(extname(request.path));

/** Several releases' worth of files in two encodings. */
const MAX_KEPT = 2_000;

/**
 * Hashed files that shrink, compressed once and kept: when a hall opens the app at nine, the processor is needed elsewhere.
 * Only files that exist are kept, the newest of them.
 * @param read rejects where there is no such file
 */
export const serveCompressed = (read: Read): RequestHandler => {
  const kept = new Map<string, Promise<Buffer>>();
  const compressed = (path: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${path}`;
    const known = kept.get(key);
    if (known) return known;
    const making = compressors[encoding](read, path);
    kept.set(key, making);
    const [oldest = key] = kept.keys();
    if (kept.size > MAX_KEPT) kept.delete(oldest);
    making.catch(() => kept.delete(key));
    return making;
  };

  return async (request, response, next) => {
    const encoding = isCandidate(request) ? encodingFor(request) : undefined;
    const body = encoding && (await compressed(request.path, encoding).catch(() => undefined));
    if (!body) {
      next();
      return;
    }
    setCacheHeaders(response, request.path);
    response.type(extname(request.path));
    response.vary('Accept-Encoding');
    response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
};
