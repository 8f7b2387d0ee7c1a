import type { AreaPage } from '@qr-attendance/web-kit';

export const pages: readonly AreaPage[] = [
  // Everybody who comes here needs the marking page, and another file would cost a request.
  { path: ':qrCode', plain: true, load: 'with-remote' },
];
