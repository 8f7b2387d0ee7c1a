import { createHash, randomBytes } from 'node:crypto';

/** Something only who was given it can know: 32 random bytes, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored: a stolen table opens nothing. What is random at such length needs no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
