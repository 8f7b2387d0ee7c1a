// The shell keeps one, too, for whoever scanned before signing in.
export { clearCachedScan, cacheScan, cachedScan } from '@qr-attendance/web-kit';
