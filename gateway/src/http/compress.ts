import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { isShort } from '../clients/identify.ts';
import { isEventStream } from '../proxy/open-streams.ts';

/** Answers below this size in bytes are not compressed. */
export const MIN_COMPRESSED_BYTES = 1_024;

/** Compresses text with Brotli or gzip, but never an event stream, whose events it would hold back. */
const compressed = compression({
  threshold: MIN_COMPRESSED_BYTES,
  filter: (request, response) =>
    !isEventStream(response.getHeader('content-type')) && compression.filter(request, response),
});

/** Compresses an answer whose headers are not set yet. */
export const compressAnswer = (request: Request, response: Response): void => {
  compressed(request, response, () => undefined);
};

/**
 * Compresses answers, except those to short requests: they are nearly always below the threshold, and setting up
 * compression costs more than sending them as they are. `compressAnswer` compresses the few that are longer.
 */
export const compress: RequestHandler = (request, response, next) =>
  isShort(request) ? next() : compressed(request, response, next);
