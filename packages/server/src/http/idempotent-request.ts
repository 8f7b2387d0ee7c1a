import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

export interface IdempotentRequest {
  /** Chosen by the client; two people may choose the same. */
  key: string;
  fingerprint: string;
}

/**
 * A hash of the body as it was sent, without defaults, so a release that adds a field recognizes earlier
 * requests; the order of fields does not matter.
 */
export const fingerprintOf = (body: unknown): string =>
  createHash('sha256')
    .update(stringify(body) ?? '')
    .digest('base64url');
