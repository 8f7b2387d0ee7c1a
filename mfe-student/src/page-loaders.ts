import type { ComponentType } from 'react';
import type { pages } from './pages.ts';

/**
 * Each page is a separate chunk, so that a student who only scans loads nothing else. The build reads the imports
 * and writes the files of each page into the manifest.
 */
export const pageLoaders: Record<(typeof pages)[number]['path'], () => Promise<ComponentType>> = {
  '': async () => (await import('./features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
  history: async () => (await import('./features/history/pages/history-page.tsx')).HistoryPage,
  scan: async () => (await import('./features/scan/pages/scan-page.tsx')).ScanPage,
  enroll: async () => (await import('./features/enroll/pages/enroll-page.tsx')).EnrollPage,
  'join/:token': async () => (await import('./features/join/pages/join-page.tsx')).JoinPage,
  week: async () => (await import('./features/week/pages/week-page.tsx')).WeekPage,
  security: async () => (await import('./features/security/pages/security-page.tsx')).SecurityPage,
  reports: async () => (await import('./features/reports/pages/reports-page.tsx')).ReportsPage,
};
