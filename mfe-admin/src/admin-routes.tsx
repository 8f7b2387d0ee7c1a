import { areaRoutes } from '@qr-attendance/ui-kit';
import type { ComponentType } from 'react';
import type { pages } from './pages.ts';
import './shared/admin.css';

/** Each page is a separate chunk, so that opening one does not load the forms of all others. */
const areaPages: Record<(typeof pages)[number]['path'], () => Promise<ComponentType>> = {
  '': async () =>
    (await import(/* webpackChunkName: "page-" */ './features/overview/pages/overview-page.tsx'))
      .OverviewPage,
  classes: async () =>
    (await import(/* webpackChunkName: "page-classes" */ './features/classes/pages/classes-page.tsx'))
      .ClassesPage,
  'not-taken': async () =>
    (await import(/* webpackChunkName: "page-not-taken" */ './features/classes/pages/not-taken-page.tsx'))
      .NotTakenPage,
  people: async () =>
    (await import(/* webpackChunkName: "page-people" */ './features/people/pages/people-page.tsx'))
      .PeoplePage,
  courses: async () =>
    (await import(/* webpackChunkName: "page-courses" */ './features/courses/pages/courses-page.tsx'))
      .CoursesPage,
  staff: async () =>
    (await import(/* webpackChunkName: "page-staff" */ './features/staff/pages/staff-page.tsx')).StaffPage,
  terms: async () =>
    (await import(/* webpackChunkName: "page-terms" */ './features/terms/pages/terms-page.tsx')).TermsPage,
  units: async () =>
    (await import(/* webpackChunkName: "page-units" */ './features/units/pages/units-page.tsx')).UnitsPage,
  imports: async () =>
    (await import(/* webpackChunkName: "page-imports" */ './features/imports/pages/imports-page.tsx'))
      .ImportsPage,
  'imports/open-lines': async () =>
    (await import(/* webpackChunkName: "page-open-lines" */ './features/imports/pages/open-lines-page.tsx'))
      .OpenLinesPage,
  'imports/history': async () =>
    (await import(/* webpackChunkName: "page-import-history" */ './features/imports/pages/history-page.tsx'))
      .HistoryPage,
  'imports/:id': async () =>
    (await import(/* webpackChunkName: "page-import" */ './features/imports/pages/import-page.tsx'))
      .ImportPage,
  audit: async () =>
    (await import(/* webpackChunkName: "page-audit" */ './features/audit/pages/audit-page.tsx')).AuditPage,
  rooms: async () =>
    (await import(/* webpackChunkName: "page-rooms" */ './features/rooms/pages/rooms-page.tsx')).RoomsPage,
  invites: async () =>
    (await import(/* webpackChunkName: "page-invites" */ './features/invites/pages/invites-page.tsx'))
      .InvitesPage,
  requirements: async () =>
    (
      await import(
        /* webpackChunkName: "page-requirements" */ './features/requirements/pages/requirements-page.tsx'
      )
    ).RequirementsPage,
  'flag-rates': async () =>
    (
      await import(
        /* webpackChunkName: "page-flag-rates" */ './features/flag-rates/pages/flag-rates-page.tsx'
      )
    ).FlagRatesPage,
  settings: async () =>
    (await import(/* webpackChunkName: "page-settings" */ './features/settings/pages/settings-page.tsx'))
      .SettingsPage,
};

export const { preparePage, AreaRoutes: AdminRoutes } = areaRoutes(areaPages);
