import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { isHashed, setCacheHeaders } from './cache-headers.ts';

type ReadAsset = (path: string) => Promise<Buffer>;

/** Builds add `.br` files of the highest quality; these compression levels apply to files without a `.br` file. */
const compressors = {
  br: (read: ReadAsset, path: string) =>
    read(`${path}.br`).catch(async () =>
      promisify(brotliCompress)(await read(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    ),
  gzip: async (read: ReadAsset, path: string) => promisify(gzip)(await read(path), { level: 9 }),
};
type Encoding = keyof typeof compressors;

const encodingFor = (request: Request): Encoding | undefined => {
  const accepted = request.acceptsEncodings();
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
};

const TEXT = new Set(['.js', '.css', '.svg', '.json', '.wasm']);
const PLAIN_PATH = /^(\/[\w@~-][\w.@~-]*)+$/;
export const isPlainPath = (path: string): boolean => PLAIN_PATH.test(path);
const isCandidate = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  isPlainPath(request.path) &&
  isHashed(basename(request.path)) &&
  TEXT.has(extname(request.path));

const MAX_CACHED = 2_000;

/** Caches compressed files, because the CPU is needed elsewhere when a lecture hall opens the app. */
export const serveCompressed = (read: ReadAsset): RequestHandler => {
  const cache = new Map<string, Promise<Buffer>>();
  const compressed = (path: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${path}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const compressing = compressors[encoding](read, path);
    cache.set(key, compressing);
    const [oldest = key] = cache.keys();
    if (cache.size > MAX_CACHED) cache.delete(oldest);
    compressing.catch(() => cache.delete(key));
    return compressing;
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
