import { sendError } from '@qr-attendance/service-kit';
import bytes from 'bytes';
import express, { type RequestHandler } from 'express';

/**
 * Lets go of a client that sends more than it may, at once: what reads bodies answers only when all of it has come,
 * which a client on the attack sees to that it never does.
 */
const endWhatIsTooLarge =
  (limit: string): RequestHandler =>
  (request, response, next) => {
    const most = bytes.parse(limit) ?? 0;
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received <= most) return;
      request.off('data', count);
      if (response.headersSent) return;
      response.setHeader('Connection', 'close');
      response.once('finish', () => request.socket.destroySoon());
      sendError(response, 413, 'too_large', 'The request is too large.');
    };
    request.on('data', count);
    next();
  };

/**
 * Reads a whole request body before an upstream hears of it: one that is too large is refused with 413 whether or not it
 * said its length, and a slow phone holds no upstream connection. What is in it, the upstream judges.
 */
export const readBody = (limit: string): RequestHandler[] => [
  endWhatIsTooLarge(limit),
  express.raw({ type: () => true, limit, inflate: false }),
];
