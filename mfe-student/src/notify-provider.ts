// Imported on demand through this file, because importing ui-kit's index would load all of it.
export { NotifyProvider } from '@qr-attendance/ui-kit';
