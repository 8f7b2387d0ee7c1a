// Other modules import this one on demand, because importing ui-kit's index would load all of it.
export { NotifyProvider } from '@qr-attendance/ui-kit';
