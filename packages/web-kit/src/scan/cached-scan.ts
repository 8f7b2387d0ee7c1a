import { verifiedScanSchema, type VerifiedScan } from '@qr-attendance/contracts';
import { cachedScanKey, isCachedScanKey } from './cached-scan-key.ts';

/** A ticket is bound to its user: on a shared device the next user must not find it. */
interface Scanned {
  userId: string;
  qrCode: string;
}

/**
 * Keeps a redeemed scan in this tab, so that a reload or a detour needs no new scan. Written by the marking
 * page, or by the shell for a person who had to sign in first.
 */
export const cacheScan = ({ userId, qrCode }: Scanned, scan: VerifiedScan, storage = sessionStorage): void =>
  storage.setItem(cachedScanKey(userId, qrCode), JSON.stringify(scan));

export const clearCachedScan = ({ userId, qrCode }: Scanned, storage = sessionStorage): void =>
  storage.removeItem(cachedScanKey(userId, qrCode));

export const clearCachedScans = (storage = sessionStorage): void => {
  for (const key of Object.keys(storage)) if (isCachedScanKey(key)) storage.removeItem(key);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Undefined if there is none or its ticket has expired; `now` in ms since 1970. */
export const cachedScan = (
  { userId, qrCode }: Scanned,
  now = Date.now(),
  storage = sessionStorage,
): VerifiedScan | undefined => {
  const scan = verifiedScanSchema.safeParse(parse(storage.getItem(cachedScanKey(userId, qrCode)) ?? '')).data;
  return scan && Date.parse(scan.ticketExpiresAt) > now ? scan : undefined;
};
