import { createSecretKey, hkdfSync, type KeyObject, randomInt } from 'node:crypto';
import { invalid } from '@qr-attendance/server';

const SECRET = /^[\w-]{43}$/;

/** Extracts the secret of an emailed link, which an email program may have truncated or folded. */
export const readLinkSecret = (token: string): string => {
  if (SECRET.test(token)) return token;
  throw invalid(
    'link_incomplete',
    'This link is incomplete or changed. Copy the whole link from the email, up to its last character.',
  );
};

/**
 * Derives a key for one purpose from the key that signs access tokens; all replicas get the same one. A
 * holder of the signing key gains nothing from derived keys. Returns a key object, because HMAC with raw
 * bytes takes ten times as long in Node.
 */
export const deriveKey = (signingKey: KeyObject, purpose: string): KeyObject => {
  const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `qr-attendance ${purpose}`, 32)));
};

const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUP_LENGTH = 4;

const randomCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

export const newInviteCode = (): string => randomCode(4);

export const newSignInCode = (): string => randomCode(2);

export const newRecoveryCode = (): string => randomCode(4);

/** People may type a code in any case, with spaces or without dashes. */
export const codeKeyOf = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
