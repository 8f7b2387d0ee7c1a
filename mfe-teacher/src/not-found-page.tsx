export { NotFoundPage } from '@qr-attendance/ui-kit';
