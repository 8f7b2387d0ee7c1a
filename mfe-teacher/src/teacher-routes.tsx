import { LoadingState, NotFoundPage } from '@qr-attendance/ui-kit';
import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { pages } from './pages.ts';

const DashboardPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-" */ './features/dashboard/pages/dashboard-page.tsx'))
    .DashboardPage,
}));
const GeneratePage = lazy(async () => ({
  default: (
    await import(/* webpackChunkName: "page-generate" */ './features/generate/pages/generate-page.tsx')
  ).GeneratePage,
}));
const CoursesPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-courses" */ './features/courses/pages/courses-page.tsx'))
    .CoursesPage,
}));
const CoursePage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-courses-id" */ './features/course/pages/course-page.tsx'))
    .CoursePage,
}));
const StudentsPage = lazy(async () => ({
  default: (
    await import(
      /* webpackChunkName: "page-courses-id-students" */ './features/students/pages/students-page.tsx'
    )
  ).StudentsPage,
}));
const StudentPage = lazy(async () => ({
  default: (
    await import(
      /* webpackChunkName: "page-courses-id-students-studentId" */ './features/students/pages/student-page.tsx'
    )
  ).StudentPage,
}));
const SessionsPage = lazy(async () => ({
  default: (
    await import(/* webpackChunkName: "page-sessions" */ './features/sessions/pages/sessions-page.tsx')
  ).SessionsPage,
}));
const SessionPage = lazy(async () => ({
  default: (
    await import(/* webpackChunkName: "page-sessions-id" */ './features/session/pages/session-page.tsx')
  ).SessionPage,
}));
const ProjectorPage = lazy(async () => ({
  default: (
    await import(
      /* webpackChunkName: "page-sessions-id-projector" */ './features/session/pages/projector-page.tsx'
    )
  ).ProjectorPage,
}));
const ReportsPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page-reports" */ './features/reports/pages/reports-page.tsx'))
    .ReportsPage,
}));

/** Each page is a chunk of its own: a teacher who only opens the dashboard never loads the QR encoder. */
const elements: Record<(typeof pages)[number]['path'], ReactNode> = {
  '': <DashboardPage />,
  generate: <GeneratePage />,
  courses: <CoursesPage />,
  'courses/:id': <CoursePage />,
  'courses/:id/students': <StudentsPage />,
  'courses/:id/students/:studentId': <StudentPage />,
  sessions: <SessionsPage />,
  'sessions/:id': <SessionPage />,
  'sessions/:id/projector': <ProjectorPage />,
  reports: <ReportsPage />,
};

export const TeacherRoutes = () => (
  <Suspense fallback={<LoadingState />}>
    <Routes>
      {Object.entries(elements).map(([path, element]) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </Suspense>
);
