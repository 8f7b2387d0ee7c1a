import type { ComponentType } from 'react';
import type { pages } from './pages.ts';

/**
 * Each page is a separate chunk, so that the dashboard does not load the QR encoder. The build reads the imports
 * and writes the files of each page into the manifest.
 */
export const pageLoaders: Record<(typeof pages)[number]['path'], () => Promise<ComponentType>> = {
  '': async () => (await import('./features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
  generate: async () => (await import('./features/generate/pages/generate-page.tsx')).GeneratePage,
  courses: async () => (await import('./features/courses/pages/courses-page.tsx')).CoursesPage,
  'courses/:id': async () => (await import('./features/course/pages/course-page.tsx')).CoursePage,
  'roster-notices/:id': async () =>
    (await import('./features/dashboard/pages/roster-notice-page.tsx')).RosterNoticePage,
  'courses/:id/students': async () =>
    (await import('./features/students/pages/students-page.tsx')).StudentsPage,
  'courses/:id/students/:studentId': async () =>
    (await import('./features/students/pages/student-page.tsx')).StudentPage,
  'not-taken': async () => (await import('./features/not-taken/pages/not-taken-page.tsx')).NotTakenPage,
  sessions: async () => (await import('./features/sessions/pages/sessions-page.tsx')).SessionsPage,
  'sessions/:id': async () => (await import('./features/session/pages/session-page.tsx')).SessionPage,
  'sessions/:id/projector': async () =>
    (await import('./features/session/pages/projector-page.tsx')).ProjectorPage,
  plan: async () => (await import('./features/plan/pages/plan-page.tsx')).PlanPage,
  week: async () => (await import('./features/week/pages/week-page.tsx')).WeekPage,
  reports: async () => (await import('./features/reports/pages/reports-page.tsx')).ReportsPage,
};
