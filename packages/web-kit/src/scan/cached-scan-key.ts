// Without imports, because the inline script of the shell's page uses it too.
const PREFIX = 'attendance-scan';

/** The session storage key of a redeemed scan in this tab. @param qrCode the code as in the page's URL */
export const cachedScanKey = (userId: string, qrCode: string): string => `${PREFIX}:${userId}:${qrCode}`;

export const isCachedScanKey = (key: string): boolean => key.startsWith(`${PREFIX}:`);

export const isCachedScan = (key: string, qrCode: string): boolean =>
  isCachedScanKey(key) && key.endsWith(`:${qrCode}`);
