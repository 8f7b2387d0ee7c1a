import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';

export const pages = [
  { path: '', userType: 'ADMIN', nav: { text: { en: 'People', de: 'Personen' }, icon: 'TeamOutlined' } },
  {
    path: 'terms',
    userType: 'ADMIN',
    nav: { text: { en: 'Terms', de: 'Semester' }, icon: 'CalendarOutlined' },
  },
  {
    path: 'units',
    userType: 'ADMIN',
    nav: { text: { en: 'Units', de: 'Einheiten' }, icon: 'ApartmentOutlined', wideOnly: true },
  },
  {
    path: 'imports',
    userType: 'ADMIN',
    nav: { text: { en: 'Imports', de: 'Importe' }, icon: 'ImportOutlined', wideOnly: true },
  },
  { path: 'imports/:id', userType: 'ADMIN' },
  {
    path: 'invites',
    userType: 'ADMIN',
    nav: { text: { en: 'Invites', de: 'Einladungen' }, icon: 'MailOutlined' },
  },
  {
    path: 'requirements',
    userType: 'ADMIN',
    nav: { text: { en: 'Requirements', de: 'Anforderungen' }, icon: 'SafetyCertificateOutlined' },
  },
  {
    path: 'flag-rates',
    userType: 'ADMIN',
    nav: { text: { en: 'Flag rates', de: 'Hinweise' }, icon: 'FlagOutlined' },
  },
] as const satisfies readonly PageDeclaration[];
