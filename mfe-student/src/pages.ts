import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';

export const pages = [
  {
    path: '',
    userType: 'STUDENT',
    nav: { text: { en: 'Dashboard', de: 'Übersicht' }, icon: 'AppstoreOutlined' },
  },
  {
    path: 'history',
    userType: 'STUDENT',
    nav: { text: { en: 'History', de: 'Verlauf' }, icon: 'HistoryOutlined' },
  },
  {
    path: 'scan',
    userType: 'STUDENT',
    plain: true,
    nav: { text: { en: 'Scan', de: 'Scannen' }, icon: 'ScanOutlined', main: true },
  },
  {
    path: 'enroll',
    userType: 'STUDENT',
    nav: { text: { en: 'Enroll', de: 'Kurswahl' }, icon: 'PlusCircleOutlined' },
  },
  { path: 'join/:token', userType: 'STUDENT' },
  { path: 'week', userType: 'STUDENT' },
  {
    path: 'security',
    userType: 'STUDENT',
    nav: { text: { en: 'Security', de: 'Sicherheit' }, icon: 'SafetyOutlined' },
  },
  {
    path: 'reports',
    userType: 'STUDENT',
    nav: { text: { en: 'Reports', de: 'Berichte' }, icon: 'BarChartOutlined', wideOnly: true },
  },
] as const satisfies readonly PageDeclaration[];
