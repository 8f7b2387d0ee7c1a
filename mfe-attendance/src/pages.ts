import type { AreaPage } from '@qr-attendance/web-kit';

export const pages: readonly AreaPage[] = [
  // Part of the main chunk, because every visitor needs the marking page, and another file would cost a
  // request.
  { path: ':qrCode', plain: true, load: 'with-remote' },
];
