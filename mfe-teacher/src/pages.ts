import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';

export const pages = [
  {
    path: '',
    userType: 'TEACHER',
    nav: { text: { en: 'Dashboard', de: 'Übersicht' }, icon: 'AppstoreOutlined' },
  },
  {
    path: 'generate',
    userType: 'TEACHER',
    nav: { text: { en: 'Generate QR', de: 'QR-Code' }, icon: 'QrcodeOutlined' },
  },
  {
    path: 'courses',
    userType: 'TEACHER',
    nav: { text: { en: 'Courses', de: 'Kurse' }, icon: 'BookOutlined' },
  },
  { path: 'courses/:id', userType: 'TEACHER' },
  { path: 'roster-notices/:id', userType: 'TEACHER' },
  { path: 'courses/:id/students', userType: 'TEACHER' },
  { path: 'courses/:id/students/:studentId', userType: 'TEACHER' },
  {
    path: 'sessions',
    userType: 'TEACHER',
    nav: { text: { en: 'Sessions', de: 'Termine' }, icon: 'UnorderedListOutlined' },
  },
  { path: 'sessions/:id', userType: 'TEACHER' },
  { path: 'plan', userType: 'TEACHER' },
  { path: 'week', userType: 'TEACHER' },
  { path: 'not-taken', userType: 'TEACHER' },
  { path: 'sessions/:id/projector', userType: 'TEACHER' },
  {
    path: 'reports',
    userType: 'TEACHER',
    nav: { text: { en: 'Reports', de: 'Berichte' }, icon: 'BarChartOutlined' },
  },
] as const satisfies readonly PageDeclaration[];
