import compression from 'compression';
import type { RequestHandler } from 'express';
import { isEventStream } from '../proxy/open-streams.ts';

/** Brotli or gzip for text, never for an event stream: compressing holds events back. */
export const compress = (): RequestHandler =>
  compression({
    filter: (request, response) =>
      !isEventStream(response.getHeader('content-type')) && compression.filter(request, response),
  });
