import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Peppers } from '@qr-attendance/server';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Each purpose has its own key, so that a secret stored for one cannot be read as that of another. */
export type SecretPurpose = 'secrets of identity providers' | 'secrets of second factors';

/**
 * Encrypts what only this service reads back, so that a stolen database or backup does not contain it. The key is
 * derived from a pepper, and the encrypted text starts with the version of that pepper.
 */
export const createSealedSecrets = (
  { current, byVersion }: Pick<Peppers, 'current' | 'byVersion'>,
  purpose: SecretPurpose,
) => {
  const keyOf = (version: number): Buffer => {
    const pepper = byVersion.get(version);
    if (pepper === undefined) throw new Error(`the pepper ${version} of the ${purpose} is not configured`);
    return Buffer.from(hkdfSync('sha256', pepper, '', `qr-attendance ${purpose}`, 32));
  };
  return {
    seal: (text: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(current), nonce);
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${current}:${sealed.toString('base64url')}`;
    },
    open: (sealed: string): string => {
      const [version = '', text = ''] = sealed.split(':');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(Number(version)),
        bytes.subarray(0, NONCE_BYTES),
      );
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    },
    /** How secrets begin that are encrypted with the current pepper. */
    currentPrefix: `${current}:`,
  };
};
export type SealedSecrets = ReturnType<typeof createSealedSecrets>;
