import { anonymousScanSchema, parseJson, type AnonymousScan } from '@qr-attendance/contracts';
import { isWaitingScanKey, waitingScanKey } from './scanned-code.ts';

const MAX_EXTRA_TIME_MS = 30 * 60_000;

export const savedScan = {
  /** Stores the scan with its expiry by this device's clock, which may be wrong, and returns it. */
  save: (code: string, { scan, expiresAt, expiresInMs }: AnonymousScan): AnonymousScan => {
    const saved = {
      scan,
      expiresAt: expiresInMs === undefined ? expiresAt : new Date(Date.now() + expiresInMs).toISOString(),
    };
    sessionStorage.setItem(waitingScanKey(code), JSON.stringify(saved));
    return saved;
  },
  find: (code: string, now = Date.now()): AnonymousScan | undefined => {
    const scan = anonymousScanSchema.safeParse(parseJson(sessionStorage.getItem(waitingScanKey(code)))).data;
    return scan && Date.parse(scan.expiresAt) > now ? scan : undefined;
  },
  /** Includes expired scans, because some students have extra time, which only the server knows. */
  findIncludingExpired: (code: string): AnonymousScan | undefined =>
    savedScan.find(code, Date.now() - MAX_EXTRA_TIME_MS),
  delete: (code: string): void => sessionStorage.removeItem(waitingScanKey(code)),
  deleteAll: (): void => {
    for (const key of Object.keys(sessionStorage)) if (isWaitingScanKey(key)) sessionStorage.removeItem(key);
  },
};
