import { LoadingState, NotFoundPage } from '@qr-attendance/ui-kit';
import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { pages } from './pages.ts';

const DashboardPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-" */ './features/dashboard/pages/dashboard-page.tsx'))
    .DashboardPage,
}));
const ScanPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-scan" */ './features/scan/pages/scan-page.tsx')).ScanPage,
}));
const HistoryPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-history" */ './features/history/pages/history-page.tsx'))
    .HistoryPage,
}));
const EnrollPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-enroll" */ './features/enroll/pages/enroll-page.tsx'))
    .EnrollPage,
}));
const JoinPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-join-token" */ './features/join/pages/join-page.tsx'))
    .JoinPage,
}));
const SecurityPage = lazy(async () => ({
  default: (
    await import(/* webpackChunkName: "page-security" */ './features/security/pages/security-page.tsx')
  ).SecurityPage,
}));
const ReportsPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-reports" */ './features/reports/pages/reports-page.tsx'))
    .ReportsPage,
}));

/** Confirms what was done, by antd's message: around all pages but the scan page, which does without antd. */
const NotifyProvider = lazy(async () => ({
  default: (await import(/* webpackChunkName: "notifications" */ './notifications.ts')).NotifyProvider,
}));

/** Each page is a chunk of its own: on poor Wi-Fi a student who only scans loads nothing else. */
const elements: Record<Exclude<(typeof pages)[number]['path'], 'scan'>, ReactNode> = {
  '': <DashboardPage />,
  history: <HistoryPage />,
  enroll: <EnrollPage />,
  'join/:token': <JoinPage />,
  security: <SecurityPage />,
  reports: <ReportsPage />,
};

export const StudentRoutes = () => (
  <Suspense fallback={<LoadingState />}>
    <Routes>
      <Route path="scan" element={<ScanPage />} />
      {Object.entries(elements).map(([path, element]) => (
        <Route key={path} path={path} element={<NotifyProvider>{element}</NotifyProvider>} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </Suspense>
);
