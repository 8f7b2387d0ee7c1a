import { createPublicKey, type KeyObject } from 'node:crypto';
import type { ReceiptKeys } from '@qr-attendance/contracts';
import { readPrivateKey, readPublicKeys } from '@qr-attendance/server';

export interface ReceiptKeyRing {
  signing: { kid: string; key: KeyObject } | undefined;
  verifying: Map<string, KeyObject>;
}

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
  return { signing, verifying };
};

export const publishKeys = ({ verifying }: Pick<ReceiptKeyRing, 'verifying'>): ReceiptKeys => ({
  keys: [...verifying].map(([kid, key]) => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    return { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' };
  }),
});
