import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';

export const pages = [
  {
    path: '',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Overview', de: 'Überblick' }, icon: 'AppstoreOutlined' },
  },
  {
    path: 'classes',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Classes', de: 'Termine' }, icon: 'ScheduleOutlined', wideOnly: true },
  },
  { path: 'not-taken', userType: 'ADMIN', unitStaff: true },
  {
    path: 'people',
    userType: 'ADMIN',
    nav: { text: { en: 'People', de: 'Personen' }, icon: 'TeamOutlined' },
  },
  {
    path: 'courses',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Courses', de: 'Kurse' }, icon: 'BookOutlined' },
  },
  {
    path: 'terms',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Terms', de: 'Semester' }, icon: 'CalendarOutlined', wideOnly: true },
  },
  {
    path: 'units',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Units', de: 'Einheiten' }, icon: 'ApartmentOutlined', wideOnly: true },
  },
  {
    path: 'staff',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Staff', de: 'Personal' }, icon: 'SolutionOutlined' },
  },
  {
    path: 'imports',
    userType: 'ADMIN',
    nav: { text: { en: 'Imports', de: 'Importe' }, icon: 'ImportOutlined', wideOnly: true },
  },
  { path: 'imports/open-lines', userType: 'ADMIN' },
  { path: 'imports/history', userType: 'ADMIN' },
  { path: 'imports/:id', userType: 'ADMIN' },
  {
    path: 'audit',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Audit log', de: 'Protokoll' }, icon: 'AuditOutlined', wideOnly: true },
  },
  {
    path: 'rooms',
    userType: 'ADMIN',
    nav: { text: { en: 'Rooms', de: 'Räume' }, icon: 'EnvironmentOutlined', wideOnly: true },
  },
  {
    path: 'invites',
    userType: 'ADMIN',
    nav: { text: { en: 'Invites', de: 'Einladungen' }, icon: 'MailOutlined', wideOnly: true },
  },
  {
    path: 'requirements',
    userType: 'ADMIN',
    nav: {
      text: { en: 'Requirements', de: 'Anforderungen' },
      icon: 'SafetyCertificateOutlined',
      wideOnly: true,
    },
  },
  {
    path: 'flag-rates',
    userType: 'ADMIN',
    nav: { text: { en: 'Flag rates', de: 'Hinweise' }, icon: 'FlagOutlined', wideOnly: true },
  },
  {
    path: 'settings',
    userType: 'ADMIN',
    unitStaff: true,
    nav: { text: { en: 'Settings', de: 'Einstellungen' }, icon: 'SettingOutlined', wideOnly: true },
  },
] as const satisfies readonly PageDeclaration[];
