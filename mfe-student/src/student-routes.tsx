import { LoadingState } from '@qr-attendance/ui-kit';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from './not-found-page.tsx';

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
const SecurityPage = lazy(async () => ({
  default: (await import('./features/security/pages/security-page.tsx')).SecurityPage,
}));
const ReportsPage = lazy(async () => ({
  default: (await import('./features/reports/pages/reports-page.tsx')).ReportsPage,
}));

/** Each page is a chunk of its own: on poor Wi-Fi a student who only scans loads nothing else. */
export const StudentRoutes = () => (
  <Suspense fallback={<LoadingState />}>
    <Routes>
      <Route index element={<DashboardPage />} />
      <Route path="scan" element={<ScanPage />} />
      <Route path="history" element={<HistoryPage />} />
      <Route path="enroll" element={<EnrollPage />} />
      <Route path="security" element={<SecurityPage />} />
      <Route path="reports" element={<ReportsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </Suspense>
);
