import { createSecretKey, hkdfSync, type KeyObject, randomInt } from 'node:crypto';
import { invalid } from '@qr-attendance/server';

const SECRET = /^[\w-]{43}$/;

/** The secret of an emailed link. An email program may have cut or folded the link. */
export const readLinkSecret = (token: string): string => {
  if (SECRET.test(token)) return token;
  throw invalid(
    'link_incomplete',
    'This link is incomplete or changed. Copy the whole link from the email, up to its last character.',
  );
};

/**
 * A key for one purpose, the same in all replicas, derived from the key that signs access tokens, whose
 * holder needs none of these. The result is a key object, because HMAC with raw bytes takes Node ten times
 * as long.
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

export const inviteCodeKeyOf = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
