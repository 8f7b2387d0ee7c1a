import { holdSlot, DomainError, refuseForNow, sendError } from '@qr-attendance/server';
import type { Request, RequestHandler, Response } from 'express';
import getRawBody from 'raw-body';
import { clientOf } from '../clients/identify.ts';
import type { BodyDrop, createOpenBodies } from '../limits/open-bodies.ts';

/** Allocate at most this much for a declared length, which may be wrong. */
const MAX_TRUSTED_LENGTH = 256 * 1_024;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Compressed bodies are rejected: a small body may expand beyond any limit. */
const isCompressed = (request: Request): boolean =>
  (request.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';

/** The body was dropped, and the client already has its answer. */
class BodyDropped extends Error {}

const answerDropped = (response: Response, why: BodyDrop): void => {
  if (response.headersSent || response.destroyed) return;
  if (why === 'slow')
    sendError(response, 408, 'too_slow', 'The request took too long to arrive. Please try again.');
  else refuseForNow(response);
};

/** Closes the connection of a rejected body at once, because an attacker never finishes sending it. */
const letGo = (request: Request, response: Response): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('finish', () => request.socket.destroySoon());
};

/**
 * Reads the whole request body before the request is forwarded and before it takes a slot. Bodies that are too large
 * are rejected with 413 whether or not they declare their length, and slow phones hold nothing that others wait for.
 * Upstreams validate the content.
 */
export const readBody = (limit: string, bodies: ReturnType<typeof createOpenBodies>): RequestHandler => {
  const read = (request: Request, response: Response): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const length = Math.min(Number(request.headers['content-length'] ?? 0), MAX_TRUSTED_LENGTH);
      const place = bodies.enter(clientOf(request), length, (why) => {
        request.off('data', count);
        request.pause();
        reject(new BodyDropped());
        letGo(request, response);
        answerDropped(response, why);
      });
      if (response.writableEnded) return;
      holdSlot(response, place.leave);
      request.on('data', count);
      function count(chunk: Buffer): void {
        place.grow(chunk.length);
      }
      getRawBody(request, { limit, length: request.headers['content-length'] }).then((body) => {
        place.arrived();
        resolve(body);
      }, reject);
    });
  return async (request, response, next) => {
    if (!hasBody(request)) return next();
    try {
      if (isCompressed(request))
        throw new DomainError('unsupported', 'compressed_body', 'Send the request without compressing it.');
      request.body = await read(request, response);
    } catch (error) {
      if (error instanceof BodyDropped) return;
      letGo(request, response);
      throw error;
    }
    next();
  };
};
