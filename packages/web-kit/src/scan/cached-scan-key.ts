// Without imports, as the script that stands in the shell's page uses it too.
const PREFIX = 'attendance-scan';

/** The key of a redeemed scan in the session storage of this tab. @param qrCode the code as in the page's address */
export const cachedScanKey = (userId: string, qrCode: string): string => `${PREFIX}:${userId}:${qrCode}`;

/** Whether a key of the session storage holds a redeemed scan. */
export const isCachedScanKey = (key: string): boolean => key.startsWith(`${PREFIX}:`);

/** Whether a scan of that code is kept there, of whichever user. */
export const isCachedScan = (key: string, qrCode: string): boolean =>
  isCachedScanKey(key) && key.endsWith(`:${qrCode}`);
