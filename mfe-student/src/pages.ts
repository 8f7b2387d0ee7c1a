import type { AreaPage } from '@qr-attendance/web-kit';

export const pages: readonly AreaPage[] = [
  {
    path: '',
    title: 'dashboard.title',
    userType: 'STUDENT',
    load: async () => (await import('./features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
    nav: { text: { en: 'Dashboard', de: 'Übersicht' }, icon: 'AppstoreOutlined' },
  },
  {
    path: 'history',
    title: 'history.title',
    userType: 'STUDENT',
    load: async () => (await import('./features/history/pages/history-page.tsx')).HistoryPage,
    nav: { text: { en: 'History', de: 'Verlauf' }, icon: 'HistoryOutlined' },
  },
  {
    path: 'scan',
    title: 'scan.title',
    userType: 'STUDENT',
    plain: true,
    load: async () => (await import('./features/scan/pages/scan-page.tsx')).ScanPage,
    nav: { text: { en: 'Scan', de: 'Scannen' }, icon: 'ScanOutlined', main: true },
  },
  {
    path: 'enroll',
    title: 'enroll.title',
    userType: 'STUDENT',
    load: async () => (await import('./features/enroll/pages/enroll-page.tsx')).EnrollPage,
    nav: { text: { en: 'Enroll', de: 'Kurswahl' }, icon: 'PlusCircleOutlined' },
  },
  {
    path: 'join/:token',
    title: 'join.title',
    userType: 'STUDENT',
    load: async () => (await import('./features/join/pages/join-page.tsx')).JoinPage,
  },
  {
    path: 'week',
    title: 'week.title',
    userType: 'STUDENT',
    load: async () => (await import('./features/week/pages/week-page.tsx')).WeekPage,
  },
  {
    path: 'security',
    title: 'security.title',
    userType: 'STUDENT',
    load: async () => (await import('./features/security/pages/security-page.tsx')).SecurityPage,
    nav: { text: { en: 'Security', de: 'Sicherheit' }, icon: 'SafetyOutlined' },
  },
  {
    path: 'reports',
    title: 'reports.title',
    userType: 'STUDENT',
    load: async () => (await import('./features/reports/pages/reports-page.tsx')).ReportsPage,
    nav: { text: { en: 'Reports', de: 'Berichte' }, icon: 'BarChartOutlined', wideOnly: true },
  },
];
