import type { ComponentType } from 'react';
import type { pages } from './pages.ts';

/**
 * Each page is a separate chunk, so that opening one does not load the forms of all others. The build reads the imports
 * and writes the files of each page into the manifest.
 */
export const pageLoaders: Record<(typeof pages)[number]['path'], () => Promise<ComponentType>> = {
  '': async () => (await import('./features/overview/pages/overview-page.tsx')).OverviewPage,
  classes: async () => (await import('./features/classes/pages/classes-page.tsx')).ClassesPage,
  'not-taken': async () => (await import('./features/classes/pages/not-taken-page.tsx')).NotTakenPage,
  people: async () => (await import('./features/people/pages/people-page.tsx')).PeoplePage,
  courses: async () => (await import('./features/courses/pages/courses-page.tsx')).CoursesPage,
  staff: async () => (await import('./features/staff/pages/staff-page.tsx')).StaffPage,
  terms: async () => (await import('./features/terms/pages/terms-page.tsx')).TermsPage,
  units: async () => (await import('./features/units/pages/units-page.tsx')).UnitsPage,
  imports: async () => (await import('./features/imports/pages/imports-page.tsx')).ImportsPage,
  'imports/open-lines': async () =>
    (await import('./features/imports/pages/open-lines-page.tsx')).OpenLinesPage,
  'imports/history': async () => (await import('./features/imports/pages/history-page.tsx')).HistoryPage,
  'imports/:id': async () => (await import('./features/imports/pages/import-page.tsx')).ImportPage,
  audit: async () => (await import('./features/audit/pages/audit-page.tsx')).AuditPage,
  rooms: async () => (await import('./features/rooms/pages/rooms-page.tsx')).RoomsPage,
  invites: async () => (await import('./features/invites/pages/invites-page.tsx')).InvitesPage,
  requirements: async () =>
    (await import('./features/requirements/pages/requirements-page.tsx')).RequirementsPage,
  'flag-rates': async () => (await import('./features/flag-rates/pages/flag-rates-page.tsx')).FlagRatesPage,
  settings: async () => (await import('./features/settings/pages/settings-page.tsx')).SettingsPage,
};
