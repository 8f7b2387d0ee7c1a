import { parseJson } from '@qr-attendance/contracts';
import { cachedScanKey, isCachedScanKey } from './cached-scan-key.ts';
import { readReceivedScan, ticketExpiry, type ReceivedScan } from './received-scan.ts';

interface ScanKey {
  userId: string;
  qrCode: string;
}

/** The scan is cached for the tab, so that a reload does not need a new code. */
export const cacheScan = ({ userId, qrCode }: ScanKey, scan: ReceivedScan): void =>
  sessionStorage.setItem(cachedScanKey(userId, qrCode), JSON.stringify(scan));

export const clearCachedScan = ({ userId, qrCode }: ScanKey): void =>
  sessionStorage.removeItem(cachedScanKey(userId, qrCode));

export const clearCachedScans = (): void => {
  for (const key of Object.keys(sessionStorage)) if (isCachedScanKey(key)) sessionStorage.removeItem(key);
};

/** Undefined without a cached scan, or if its ticket has expired. `now` is in epoch milliseconds. */
export const cachedScan = ({ userId, qrCode }: ScanKey, now = Date.now()): ReceivedScan | undefined => {
  const scan = readReceivedScan(parseJson(sessionStorage.getItem(cachedScanKey(userId, qrCode))));
  return scan && ticketExpiry(scan) > now ? scan : undefined;
};
