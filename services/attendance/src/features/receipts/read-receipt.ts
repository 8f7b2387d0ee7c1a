import { createPublicKey, type KeyObject } from 'node:crypto';
import { RECEIPT_TYPE, receiptClaimsSchema, type ReceiptClaims } from '@qr-attendance/contracts';
import { invalid, readPrivateKey, readPublicKeys } from '@qr-attendance/server';
import { compactVerify, decodeProtectedHeader, type ProtectedHeaderParameters } from 'jose';

export const ALGORITHM = 'ES256';

const unreadableReceiptError = () =>
  invalid('receipt_unreadable', 'This is not an attendance receipt. Check that all of it was copied.');
const unknownIssuerError = () =>
  invalid('receipt_unknown_issuer', 'This receipt was not issued here. Check it where it was issued.');
const alteredReceiptError = () =>
  invalid(
    'receipt_altered',
    'This receipt is not genuine: it was changed after it was issued, or never issued.',
  );

export interface ReceiptKeyRing {
  signing: { kid: string; key: KeyObject } | undefined;
  verifying: Map<string, KeyObject>;
}

export const readReceiptKeys = (secret: string | undefined, earlier: string | undefined): ReceiptKeyRing => {
  const signing = secret === undefined ? undefined : readPrivateKey('RECEIPT_PRIVATE_KEY', secret);
  const verifying =
    earlier === undefined ? new Map<string, KeyObject>() : readPublicKeys('RECEIPT_PUBLIC_KEYS', earlier);
  if (signing) verifying.set(signing.kid, createPublicKey(signing.key));
  return { signing, verifying };
};

const readHeader = (receipt: string): ProtectedHeaderParameters => {
  try {
    return decodeProtectedHeader(receipt);
  } catch {
    throw unreadableReceiptError();
  }
};

/** Uses the algorithm of the key, whatever the header says (RFC 8725, 3.1). */
export const readReceipt = async ({ verifying }: ReceiptKeyRing, receipt: string): Promise<ReceiptClaims> => {
  const { typ, kid } = readHeader(receipt);
  if (typ !== RECEIPT_TYPE) throw unreadableReceiptError();
  const key = kid === undefined ? undefined : verifying.get(kid);
  if (!key) throw unknownIssuerError();
  try {
    const { payload } = await compactVerify(receipt, key, { algorithms: [ALGORITHM] });
    return receiptClaimsSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    throw alteredReceiptError();
  }
};
