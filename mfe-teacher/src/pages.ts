import type { AreaPage } from '@qr-attendance/web-kit';

export const pages: readonly AreaPage[] = [
  {
    path: '',
    title: 'dashboard.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
    nav: { text: { en: 'Dashboard', de: 'Übersicht' }, icon: 'AppstoreOutlined' },
  },
  {
    path: 'generate',
    title: 'generate.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/generate/pages/generate-page.tsx')).GeneratePage,
    nav: { text: { en: 'Generate QR', de: 'QR-Code' }, icon: 'QrcodeOutlined' },
  },
  {
    path: 'courses',
    title: 'courses.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/courses/pages/courses-page.tsx')).CoursesPage,
    nav: { text: { en: 'Courses', de: 'Kurse' }, icon: 'BookOutlined' },
  },
  {
    path: 'courses/:courseId',
    userType: 'TEACHER',
    load: async () => (await import('./features/course/pages/course-page.tsx')).CoursePage,
  },
  {
    path: 'roster-notices/:noticeId',
    title: 'rosterNotices.noticeTitle',
    userType: 'TEACHER',
    load: async () => (await import('./features/dashboard/pages/roster-notice-page.tsx')).RosterNoticePage,
    samples: { noticeId: '000000000000000000000000' },
  },
  {
    path: 'courses/:courseId/students',
    userType: 'TEACHER',
    load: async () => (await import('./features/students/pages/students-page.tsx')).StudentsPage,
  },
  {
    path: 'courses/:courseId/students/:studentId',
    userType: 'TEACHER',
    load: async () => (await import('./features/students/pages/student-page.tsx')).StudentPage,
  },
  {
    path: 'sessions',
    title: 'sessions.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/sessions/pages/sessions-page.tsx')).SessionsPage,
    nav: { text: { en: 'Sessions', de: 'Termine' }, icon: 'UnorderedListOutlined' },
  },
  {
    path: 'sessions/:sessionId',
    userType: 'TEACHER',
    load: async () => (await import('./features/session/pages/session-page.tsx')).SessionPage,
  },
  {
    path: 'plan',
    title: 'plan.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/plan/pages/plan-page.tsx')).PlanPage,
  },
  {
    path: 'week',
    title: 'week.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/week/pages/week-page.tsx')).WeekPage,
  },
  {
    path: 'not-taken',
    title: 'unconfirmed.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/not-taken/pages/not-taken-page.tsx')).NotTakenPage,
  },
  {
    path: 'sessions/:sessionId/projector',
    userType: 'TEACHER',
    load: async () => (await import('./features/session/pages/projector-page.tsx')).ProjectorPage,
  },
  {
    path: 'reports',
    title: 'reports.title',
    userType: 'TEACHER',
    load: async () => (await import('./features/reports/pages/reports-page.tsx')).ReportsPage,
    nav: { text: { en: 'Reports', de: 'Berichte' }, icon: 'BarChartOutlined' },
  },
];
