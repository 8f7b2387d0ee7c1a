import { renderFirstPagesToHtml } from '@qr-attendance/page-start/first-pages';
import { ScanPage } from './features/scan/pages/scan-page.tsx';
import { catalog } from './texts/index.ts';

export const renderFirstPages = renderFirstPagesToHtml({
  basePath: '/student',
  catalog,
  pages: [{ path: 'scan', name: 'scan', userType: 'STUDENT', page: <ScanPage /> }],
});
