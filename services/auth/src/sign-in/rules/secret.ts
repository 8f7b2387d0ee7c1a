import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes, randomInt } from 'node:crypto';

/** Something only who was given it can know: 32 random bytes, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored: a stolen table opens nothing. What is random at such length needs no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * A key for a purpose of its own, the same in all replicas, from the key that signs access tokens: whoever has that one
 * needs none of these. A key object, as an HMAC by bare bytes takes Node 24 ten times as long.
 */
export const deriveKey = (signingKey: KeyObject, purpose: string): KeyObject => {
  const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `qr-attendance ${purpose}`, 32)));
};

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUP_LENGTH = 4;

const randomCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** 16 random characters in groups, which make 78 bits. */
export const newInviteCode = (): string => randomCode(4);

/** 8 random characters, of which somebody has five tries. */
export const newSignInCode = (): string => randomCode(2);

/** The form in which codes are compared: case, spaces and dashes don't matter. */
export const inviteCodeKeyOf = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
