import { anonymousScanSchema, type AnonymousScan } from '@qr-attendance/contracts';

const keyOf = (code: string) => `scan-before-sign-in:${code}`;

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
    sessionStorage.setItem(keyOf(code), JSON.stringify(scan)),
  /** The scan while it is good. `now` in ms since 1970. */
  find: (code: string, now = Date.now()): AnonymousScan | undefined => {
    const scan = anonymousScanSchema.safeParse(parse(sessionStorage.getItem(keyOf(code)) ?? '')).data;
    return scan && Date.parse(scan.expiresAt) > now ? scan : undefined;
  },
  forget: (code: string): void => sessionStorage.removeItem(keyOf(code)),
};
