import { DomainError, holdSlot, rejectOverloaded, sendError } from '@qr-attendance/server';
import type { Request, RequestHandler, Response } from 'express';
import getRawBody from 'raw-body';
import { clientOf } from '../clients/identify.ts';
import type { BodyDropReason, createOpenBodies } from './open-bodies.ts';

/** The declared length may be wrong, so a body reserves at most this much memory before it arrives. */
const MAX_TRUSTED_LENGTH = 256 * 1_024;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isCompressed = (request: Request): boolean =>
  (request.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';

class BodyDropped extends Error {}

const answerDropped = (response: Response, why: BodyDropReason): void => {
  if (response.headersSent || response.destroyed) return;
  if (why === 'slow')
    sendError(response, 408, 'too_slow', 'The request took too long to arrive. Please try again.');
  else rejectOverloaded(response);
};

/** Closes the connection at once, because an attacker might never finish sending the body. */
const closeAfterAnswer = (request: Request, response: Response): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('finish', () => request.socket.destroySoon());
};

/**
 * Reads the whole body before the request takes a slot, so that slow phones hold no slots. Rejects bodies
 * that are too large with 413, whether or not they declare their length.
 */
export const readBody = (limit: string, bodies: ReturnType<typeof createOpenBodies>): RequestHandler => {
  const read = (request: Request, response: Response): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const length = Math.min(Number(request.headers['content-length'] ?? 0), MAX_TRUSTED_LENGTH);
      const reservation = bodies.enter(clientOf(request), length, (why) => {
        request.off('data', count);
        request.pause();
        reject(new BodyDropped());
        closeAfterAnswer(request, response);
        answerDropped(response, why);
      });
      if (response.writableEnded) return;
      holdSlot(response, reservation.leave);
      request.on('data', count);
      function count(chunk: Buffer): void {
        reservation.grow(chunk.length);
      }
      getRawBody(request, { limit, length: request.headers['content-length'] }).then((body) => {
        reservation.arrived();
        resolve(body);
      }, reject);
    });
  const readWhole: RequestHandler = async (request, response, next) => {
    try {
      if (isCompressed(request))
        throw new DomainError('unsupported', 'compressed_body', 'Send the request without compressing it.');
      request.body = await read(request, response);
    } catch (error) {
      if (error instanceof BodyDropped) return;
      closeAfterAnswer(request, response);
      throw error;
    }
    next();
  };
  return (request, response, next) => (hasBody(request) ? readWhole(request, response, next) : next());
};
