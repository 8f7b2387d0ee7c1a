// Replaces `@node-rs/argon2` in test processes: most tests only need a password that matches its hash, and hundreds of
// accounts would need minutes of processor time. Services that tests start as separate processes hash as in production.
import { hash as hashWith, verify } from '@node-rs/argon2';
import { env } from 'node:process';

const CHEAP = { memoryCost: 64, timeCost: 1 };

/** A test that sets `REAL_PASSWORD_HASHES` hashes as in production. */
export const hash = (password, options) =>
  hashWith(password, env['REAL_PASSWORD_HASHES'] ? options : { ...CHEAP, ...options });
export { verify };
