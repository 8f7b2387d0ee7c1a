import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { isHashed, setCacheHeaders } from './cache-headers.ts';

const compressors = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};
type Encoding = keyof typeof compressors;

/** Brotli where the client takes both: it says nothing about which it likes better. */
const encodingFor = (request: Request): Encoding | undefined => {
  const accepted = request.acceptsEncodings();
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
};

const TEXT = new Set(['.js', '.css', '.svg', '.json']);
const PLAIN_PATH = /^(\/[\w@~-][\w.@~-]*)+$/;
const isCandidate = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  PLAIN_PATH.test(request.path) &&
  isHashed(basename(request.path)) &&
  TEXT.has(extname(request.path));

/**
 * Hashed text files, compressed once and kept: when a hall opens the app at nine, the processor is needed elsewhere.
 * What is kept is bounded by what is in the folder, as only files that exist are.
 */
export const serveCompressed = (dir: string): RequestHandler => {
  const kept = new Map<string, Promise<Buffer>>();
  const compressed = (path: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${path}`;
    const known = kept.get(key);
    if (known) return known;
    const making = readFile(join(dir, path)).then(compressors[encoding]);
    kept.set(key, making);
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
