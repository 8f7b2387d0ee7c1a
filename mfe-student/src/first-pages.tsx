import { drawFirstPages } from '@qr-attendance/page-start/first-pages';
import { ScanPage } from './features/scan/pages/scan-page.tsx';
import { texts as de } from './messages/de.ts';
import { texts as en } from './messages/en.ts';

export const renderFirstPages = drawFirstPages({
  basePath: '/student',
  namespace: 'student',
  texts: { en, de },
  pages: [{ path: 'scan', name: 'scan', userType: 'STUDENT', page: <ScanPage /> }],
});
