import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's parameters, which follow OWASP: 19 MiB, 2 passes. Runs off the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'));

/** Matches no hash; the value of accounts without a password. */
export const NO_PASSWORD = '';
const dummyHash = hashPassword('the password of nobody');

/**
 * Takes as long for an unknown account (no hash) as for a wrong password, so the time does not reveal
 * which it was.
 */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const known = stored || (await dummyHash);
  const matches = await verify(known, password.normalize('NFKC'));
  return matches && known === stored;
};
