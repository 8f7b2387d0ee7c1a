import { createHash, randomBytes } from 'node:crypto';

/** Returns random bytes as base64url, which needs no escaping in a URL. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/**
 * Only the hash is stored, so a stolen table is useless. Random secrets of at least 16 bytes need no slow
 * hash.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
