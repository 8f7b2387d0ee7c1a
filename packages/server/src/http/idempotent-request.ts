import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

export interface IdempotentRequest {
  /** The client chooses the key, so the key is unique only per person. */
  key: string;
  fingerprint: string;
}

/**
 * A hash of the body as sent, without defaults, so that a release with an additional field recognizes earlier
 * requests. The order of fields does not matter.
 */
export const fingerprintOf = (body: unknown): string =>
  createHash('sha256')
    .update(stringify(body) ?? '')
    .digest('base64url');
