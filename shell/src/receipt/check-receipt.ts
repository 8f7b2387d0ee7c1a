import {
  knownOrOther,
  parseJson,
  receiptClaimsSchema,
  receiptKeysSchema,
  receiptResultSchema,
  RECEIPT_TYPE,
  routes,
  type ReceiptClaims,
} from '@qr-attendance/contracts';
import { ApiError, classifyFailure, type ApiClient } from '@qr-attendance/web-kit';
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, errors } from 'jose';

const KEYS = 'receiptKeys';

export const cacheKeys = async (api: ApiClient): Promise<void> => {
  try {
    localStorage.setItem(KEYS, JSON.stringify(await api.call(routes.attendance.listReceiptKeys, {})));
  } catch {
    // Previously cached keys remain; without any, only the server can check.
  }
};

const cachedKeys = () => receiptKeysSchema.safeParse(parseJson(localStorage.getItem(KEYS))).data;

const refusals = ['receipt_altered', 'receipt_unknown_issuer', 'receipt_unreadable'] as const;
type Refusal = (typeof refusals)[number];

export type Outcome =
  | { kind: 'valid' | 'superseded' | 'issued'; receipt: ReceiptClaims }
  | { kind: Refusal | 'unreachable' | 'failed' };

/** Finds the receipt in pasted, scanned or uploaded text; returns the whole text if there is no receipt. */
export const findReceipt = (text: string): string =>
  /eyJ[\w-]+\.[\w-]+\.[\w-]*/.exec(text)?.[0] ?? text.trim();

/** Verifies the issuer with cached keys. Only the server knows whether the record has changed. */
const checkOffline = async (receipt: string): Promise<Outcome> => {
  const keys = cachedKeys();
  // Browsers provide no cryptography on insecure pages.
  if (!keys || !globalThis.crypto?.subtle) return { kind: 'unreachable' };
  try {
    if (decodeProtectedHeader(receipt).typ !== RECEIPT_TYPE) return { kind: 'receipt_unreadable' };
  } catch {
    return { kind: 'receipt_unreadable' };
  }
  try {
    const { payload } = await compactVerify(receipt, createLocalJWKSet(keys), { algorithms: ['ES256'] });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return { kind: 'issued', receipt: receiptClaimsSchema.parse(claims) };
  } catch (error) {
    const kind = error instanceof errors.JWKSNoMatchingKey ? 'receipt_unknown_issuer' : 'receipt_altered';
    return { kind };
  }
};

/** Asks the server, or verifies the issuer offline if there is no answer. */
export const checkReceipt = async (api: ApiClient, receipt: string): Promise<Outcome> => {
  try {
    const { result, receipt: claims } = await api.call(routes.attendance.checkReceipt, { body: { receipt } });
    const kind = knownOrOther(receiptResultSchema, result);
    return kind === 'other' ? { kind: 'failed' } : { kind, receipt: claims };
  } catch (error) {
    if (classifyFailure(error).kind !== 'refused') return checkOffline(receipt);
    const kind = refusals.find((code) => error instanceof ApiError && error.code === code);
    return { kind: kind ?? 'receipt_unreadable' };
  }
};
