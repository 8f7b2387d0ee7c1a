import { parseJson, verifiedScanSchema, type VerifiedScan } from '@qr-attendance/contracts';
import { cachedScanKey, isCachedScanKey } from './cached-scan-key.ts';

interface Scanned {
  userId: string;
  qrCode: string;
}

/** Cached for the tab, so that a reload or a detour does not need a new code. */
export const cacheScan = ({ userId, qrCode }: Scanned, scan: VerifiedScan, storage = sessionStorage): void =>
  storage.setItem(cachedScanKey(userId, qrCode), JSON.stringify(scan));

export const clearCachedScan = ({ userId, qrCode }: Scanned, storage = sessionStorage): void =>
  storage.removeItem(cachedScanKey(userId, qrCode));

export const clearCachedScans = (storage = sessionStorage): void => {
  for (const key of Object.keys(storage)) if (isCachedScanKey(key)) storage.removeItem(key);
};

/** Undefined if there is none or its ticket has expired. `now` is in epoch milliseconds. */
export const cachedScan = (
  { userId, qrCode }: Scanned,
  now = Date.now(),
  storage = sessionStorage,
): VerifiedScan | undefined => {
  const scan = verifiedScanSchema.safeParse(parseJson(storage.getItem(cachedScanKey(userId, qrCode)))).data;
  return scan && Date.parse(scan.ticketExpiresAt) > now ? scan : undefined;
};
