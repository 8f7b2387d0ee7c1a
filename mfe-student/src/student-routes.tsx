import { LoadingState, NotFoundPage } from '@qr-attendance/ui-kit';
import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { pages } from './pages.ts';

const DashboardPage = lazy(async () => ({
  default: (await import('./features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
}));
const ScanPage = lazy(async () => ({
  default: (await import('./features/scan/pages/scan-page.tsx')).ScanPage,
}));
const HistoryPage = lazy(async () => ({
  default: (await import('./features/history/pages/history-page.tsx')).HistoryPage,
}));
const EnrollPage = lazy(async () => ({
  default: (await import('./features/enroll/pages/enroll-page.tsx')).EnrollPage,
}));
const JoinPage = lazy(async () => ({
  default: (await import('./features/join/pages/join-page.tsx')).JoinPage,
}));
const SecurityPage = lazy(async () => ({
  default: (await import('./features/security/pages/security-page.tsx')).SecurityPage,
}));
const ReportsPage = lazy(async () => ({
  default: (await import('./features/reports/pages/reports-page.tsx')).ReportsPage,
}));

/** Each page is a chunk of its own: on poor Wi-Fi a student who only scans loads nothing else. */
const elements: Record<(typeof pages)[number]['path'], ReactNode> = {
  '': <DashboardPage />,
  scan: <ScanPage />,
  history: <HistoryPage />,
  enroll: <EnrollPage />,
  'join/:token': <JoinPage />,
  security: <SecurityPage />,
  reports: <ReportsPage />,
};

export const StudentRoutes = () => (
  <Suspense fallback={<LoadingState />}>
    <Routes>
      {Object.entries(elements).map(([path, element]) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </Suspense>
);
