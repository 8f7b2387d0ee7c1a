import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's parameters, which follow OWASP's: 19 MiB, 2 passes. Runs off the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'));

/** Fits no hash; of accounts that have no password (yet, or any more). */
export const NO_PASSWORD = '';

const someoneElses = hashPassword('the password of nobody');

/** Takes as long for an unknown account (no hash) as for a wrong password, so that neither gives the other away. */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const known = stored || (await someoneElses);
  const matches = await verify(known, password.normalize('NFKC'));
  return matches && known === stored;
};
