// The shell keeps one, too, for whoever scanned before signing in.
export { forgetScan, keepScan, keptScan } from '@qr-attendance/web-kit';
