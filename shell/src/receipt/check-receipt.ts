import {
  knownOr,
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

/** Fetches the keys by which this page checks receipts when nobody can be asked. */
export const cacheKeys = async (api: ApiClient): Promise<void> => {
  try {
    localStorage.setItem(KEYS, JSON.stringify(await api.call(routes.attendance.listReceiptKeys)));
  } catch {
    // Those cached before stay; without any, only the server checks.
  }
};

const cachedKeys = () => {
  try {
    return receiptKeysSchema.safeParse(JSON.parse(localStorage.getItem(KEYS) ?? '')).data;
  } catch {
    return undefined;
  }
};

const refusals = ['receipt_altered', 'receipt_unknown_issuer', 'receipt_unreadable'] as const;
type Refusal = (typeof refusals)[number];

export type Outcome =
  | { kind: 'valid' | 'superseded' | 'issued'; receipt: ReceiptClaims }
  | { kind: Refusal | 'unreachable' | 'failed' };

/** A receipt in whatever was pasted, scanned or read from a file; the text itself where there is none. */
export const findReceipt = (text: string): string =>
  /eyJ[\w-]+\.[\w-]+\.[\w-]*/.exec(text)?.[0] ?? text.trim();

/** Who issued it, by the keys cached; whether it still holds, only the server knows. */
const checkOffline = async (receipt: string): Promise<Outcome> => {
  const keys = cachedKeys();
  // On a page served by plain HTTP browsers verify nothing.
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

/** Asks the server; where none answers, the keys cached say whether the receipt was issued here. */
export const checkReceipt = async (api: ApiClient, receipt: string): Promise<Outcome> => {
  try {
    const { result, receipt: claims } = await api.call(routes.attendance.checkReceipt, { body: { receipt } });
    const kind = knownOr(receiptResultSchema, result);
    return kind === 'other' ? { kind: 'failed' } : { kind, receipt: claims };
  } catch (error) {
    if (classifyFailure(error).kind !== 'refused') return checkOffline(receipt);
    const kind = refusals.find((code) => error instanceof ApiError && error.code === code);
    return { kind: kind ?? 'receipt_unreadable' };
  }
};
