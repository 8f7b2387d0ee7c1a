import { areaRoutes } from '@qr-attendance/ui-kit';
import { pageLoaders } from './page-loaders.ts';

/** Each page is a separate chunk, so that the dashboard does not load the QR encoder. */
const areaPages: Record<(typeof pages)[number]['path'], () => Promise<ComponentType>> = {
  '': async () =>
    (await import(/* webpackChunkName: "page-" */ './features/dashboard/pages/dashboard-page.tsx'))
      .DashboardPage,
  generate: async () =>
    (await import(/* webpackChunkName: "page-generate" */ './features/generate/pages/generate-page.tsx'))
      .GeneratePage,
  courses: async () =>
    (await import(/* webpackChunkName: "page-courses" */ './features/courses/pages/courses-page.tsx'))
      .CoursesPage,
  'courses/:id': async () =>
    (await import(/* webpackChunkName: "page-courses-id" */ './features/course/pages/course-page.tsx'))
      .CoursePage,
  'roster-notices/:id': async () =>
    (
      await import(
        /* webpackChunkName: "page-roster-notices-id" */ './features/dashboard/pages/roster-notice-page.tsx'
      )
    ).RosterNoticePage,
  'courses/:id/students': async () =>
    (
      await import(
        /* webpackChunkName: "page-courses-id-students" */ './features/students/pages/students-page.tsx'
      )
    ).StudentsPage,
  'courses/:id/students/:studentId': async () =>
    (
      await import(
        /* webpackChunkName: "page-courses-id-students-studentId" */ './features/students/pages/student-page.tsx'
      )
    ).StudentPage,
  'not-taken': async () =>
    (await import(/* webpackChunkName: "page-not-taken" */ './features/not-taken/pages/not-taken-page.tsx'))
      .NotTakenPage,
  sessions: async () =>
    (await import(/* webpackChunkName: "page-sessions" */ './features/sessions/pages/sessions-page.tsx'))
      .SessionsPage,
  'sessions/:id': async () =>
    (await import(/* webpackChunkName: "page-sessions-id" */ './features/session/pages/session-page.tsx'))
      .SessionPage,
  'sessions/:id/projector': async () =>
    (
      await import(
        /* webpackChunkName: "page-sessions-id-projector" */ './features/session/pages/projector-page.tsx'
      )
    ).ProjectorPage,
  plan: async () =>
    (await import(/* webpackChunkName: "page-plan" */ './features/plan/pages/plan-page.tsx')).PlanPage,
  week: async () =>
    (await import(/* webpackChunkName: "page-week" */ './features/week/pages/week-page.tsx')).WeekPage,
  reports: async () =>
    (await import(/* webpackChunkName: "page-reports" */ './features/reports/pages/reports-page.tsx'))
      .ReportsPage,
};

export const { preparePage, AreaRoutes: TeacherRoutes } = areaRoutes(areaPages);
