// Imported when it is needed, ui-kit's index would bring along all of it.
export { NotifyProvider } from '@qr-attendance/ui-kit';
