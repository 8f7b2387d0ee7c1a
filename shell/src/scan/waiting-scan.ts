import { anonymousScanSchema, type AnonymousScan } from '@qr-attendance/contracts';
import { isWaitingScanKey, waitingScanKey } from './scanned-code.ts';

const LONGEST_EXTRA_TIME_MS = 30 * 60_000;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What was scanned before the sign-in, in this tab alone and for the address it was scanned from. */
export const waitingScan = {
  keep: (code: string, scan: AnonymousScan): void =>
    sessionStorage.setItem(waitingScanKey(code), JSON.stringify(scan)),
  /** The scan while it is good. `now` in ms since 1970. */
  find: (code: string, now = Date.now()): AnonymousScan | undefined => {
    const scan = anonymousScanSchema.safeParse(
      parse(sessionStorage.getItem(waitingScanKey(code)) ?? ''),
    ).data;
    return scan && Date.parse(scan.expiresAt) > now ? scan : undefined;
  },
  /** Also one that has expired: some students have more time, and only the server knows who. */
  findLately: (code: string): AnonymousScan | undefined =>
    waitingScan.find(code, Date.now() - LONGEST_EXTRA_TIME_MS),
  forget: (code: string): void => sessionStorage.removeItem(waitingScanKey(code)),
  forgetAll: (): void => {
    for (const key of Object.keys(sessionStorage)) if (isWaitingScanKey(key)) sessionStorage.removeItem(key);
  },
};
