import { createPublicKey, type KeyObject } from 'node:crypto';
import type { ReceiptKeys } from '@qr-attendance/contracts';
import { ConfigError, readPrivateKey, readPublicKeys } from '@qr-attendance/server';

/** What signs receipts, and by key id all that verifies them: today's key and those of before. */
export interface ReceiptKeyRing {
  signing: { kid: string; key: KeyObject } | undefined;
  verifying: Map<string, KeyObject>;
}

/** @throws ConfigError when a setting is no key, or another kind of key than ES256 takes */
export const readReceiptKeys = ({
  RECEIPT_PRIVATE_KEY,
  RECEIPT_PUBLIC_KEYS,
}: {
  RECEIPT_PRIVATE_KEY?: string | undefined;
  RECEIPT_PUBLIC_KEYS?: string | undefined;
}): ReceiptKeyRing => {
  const signing =
    RECEIPT_PRIVATE_KEY === undefined
      ? undefined
      : readPrivateKey('RECEIPT_PRIVATE_KEY', RECEIPT_PRIVATE_KEY);
  const verifying =
    RECEIPT_PUBLIC_KEYS === undefined
      ? new Map<string, KeyObject>()
      : readPublicKeys('RECEIPT_PUBLIC_KEYS', RECEIPT_PUBLIC_KEYS);
  if (signing) verifying.set(signing.kid, createPublicKey(signing.key));
  for (const key of verifying.values())
    if (key.asymmetricKeyType !== 'ec')
      throw new ConfigError('Configuration: receipts are signed by P-256 keys alone.');
  return { signing, verifying };
};

/** The keys as a JSON Web Key Set, for everybody. */
export const publishKeys = ({ verifying }: Pick<ReceiptKeyRing, 'verifying'>): ReceiptKeys => ({
  keys: [...verifying].map(([kid, key]) => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    return { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' };
  }),
});
