const PREFIX = 'attendance-scan';

export const cachedScanKey = (userId: string, qrCode: string): string => `${PREFIX}:${userId}:${qrCode}`;

export const isCachedScanKey = (key: string): boolean => key.startsWith(`${PREFIX}:`);

export const isCachedScan = (key: string, qrCode: string): boolean =>
  isCachedScanKey(key) && key.endsWith(`:${qrCode}`);
