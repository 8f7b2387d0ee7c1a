import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Makes what a session's codes are computed from. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
