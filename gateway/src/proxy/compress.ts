import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { isShortRequest } from '../clients/identify.ts';
import { isEventStream } from './open-streams.ts';

export const MIN_COMPRESSED_BYTES = 1_024;

/** Compression would delay the events of a stream. */
const compressed = compression({
  threshold: MIN_COMPRESSED_BYTES,
  filter: (request, response) =>
    !isEventStream(response.getHeader('content-type')) && compression.filter(request, response),
});

export const compressAnswer = (request: Request, response: Response): void => {
  compressed(request, response, () => undefined);
};

/**
 * Skips short requests: their answers are nearly always below the threshold, and setting up compression costs
 * more than sending them uncompressed. `compressAnswer` compresses the few longer answers.
 */
export const compress: RequestHandler = (request, response, next) =>
  isShortRequest(request) ? next() : compressed(request, response, next);
