import { areaRoutes, LoadingState } from '@qr-attendance/ui-kit';
import { preloadable } from '@qr-attendance/web-kit';
import type { ComponentType } from 'react';
import type { pages } from './pages.ts';

/** Each page is a separate chunk, so that a student who only scans loads nothing else. */
const areaPages: Record<(typeof pages)[number]['path'], () => Promise<ComponentType>> = {
  '': async () =>
    (await import(/* webpackChunkName: "page-" */ './features/dashboard/pages/dashboard-page.tsx'))
      .DashboardPage,
  history: async () =>
    (await import(/* webpackChunkName: "page-history" */ './features/history/pages/history-page.tsx'))
      .HistoryPage,
  scan: async () =>
    (await import(/* webpackChunkName: "page-scan" */ './features/scan/pages/scan-page.tsx')).ScanPage,
  enroll: async () =>
    (await import(/* webpackChunkName: "page-enroll" */ './features/enroll/pages/enroll-page.tsx'))
      .EnrollPage,
  'join/:token': async () =>
    (await import(/* webpackChunkName: "page-join-token" */ './features/join/pages/join-page.tsx')).JoinPage,
  week: async () =>
    (await import(/* webpackChunkName: "page-week" */ './features/week/pages/week-page.tsx')).WeekPage,
  security: async () =>
    (await import(/* webpackChunkName: "page-security" */ './features/security/pages/security-page.tsx'))
      .SecurityPage,
  reports: async () =>
    (await import(/* webpackChunkName: "page-reports" */ './features/reports/pages/reports-page.tsx'))
      .ReportsPage,
};

const NotifyProvider = preloadable(
  async () => (await import(/* webpackChunkName: "notify-provider" */ './notify-provider.ts')).NotifyProvider,
  <LoadingState />,
);

export const { preparePage, AreaRoutes: StudentRoutes } = areaRoutes(areaPages, (path) =>
  path === 'scan' ? undefined : NotifyProvider,
);
