import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

/** A request that creates something and may be sent again. */
export interface IdempotentRequest {
  /** The client's own; two people's may be alike. */
  key: string;
  /** Tells a repeat from another request under the same key. */
  fingerprint: string;
}

/**
 * A hash of a body as it was sent. What defaults add is left out of it, so that a release which adds a field knows the
 * repeats of requests from before; the order of fields means nothing.
 */
export const fingerprintOf = (body: unknown): string =>
  createHash('sha256')
    .update(stringify(body) ?? '')
    .digest('base64url');
