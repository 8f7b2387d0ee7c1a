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
 * Compresses answers, but those to short requests, which nearly always are too short for it: to get ready for it at their
 * beginning costs more than to pass them on, so that is left to whoever knows their length.
 */
export const compress: RequestHandler = (request, response, next) =>
  isShort(request) ? next() : compressed(request, response, next);
