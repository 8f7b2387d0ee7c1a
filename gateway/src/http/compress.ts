import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { isShort } from '../clients/identify.ts';
import { isEventStream } from '../proxy/open-streams.ts';

/** Shorter answers, in bytes, are passed on as they are. */
export const LEAST_COMPRESSED = 1_024;

/** Brotli or gzip for text, never for an event stream: compressing holds events back. */
const compressed = compression({
  threshold: LEAST_COMPRESSED,
  filter: (request, response) =>
    !isEventStream(response.getHeader('content-type')) && compression.filter(request, response),
});

/** Has an answer compressed whose headers are still to be set. */
export const compressAnswer = (request: Request, response: Response): void => {
  compressed(request, response, () => undefined);
};

/**
 * Compresses answers, except those to short requests: they are nearly always below the threshold, and setting compression
 * up costs more than passing them on. `compressAnswer` compresses the few that are longer.
 */
export const compress: RequestHandler = (request, response, next) =>
  isShort(request) ? next() : compressed(request, response, next);
