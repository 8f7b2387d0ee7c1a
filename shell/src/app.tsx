import { LoadingState } from '@qr-attendance/ui-kit';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Frame } from './frame/frame.tsx';
import { PageBoundary } from './frame/page-boundary.tsx';
import { HomePage } from './pages/home-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { Area } from './remotes/area.tsx';

const LoginPage = lazy(async () => ({ default: (await import('./pages/login-page.tsx')).LoginPage }));
const RegisterPage = lazy(async () => ({
  default: (await import('./pages/register-page.tsx')).RegisterPage,
}));

/** Every route of the app. Specification, section 2. The keys keep one area's state out of the next. */
export const App = () => (
  <Frame>
    <PageBoundary>
      <Suspense fallback={<LoadingState />}>
        <Routes>
          <Route index element={<HomePage />} />
          <Route path="login" element={<LoginPage />} />
          <Route path="register" element={<RegisterPage />} />
          <Route path="teacher/*" element={<Area key="teacher" name="teacher" userType="TEACHER" />} />
          <Route path="student/*" element={<Area key="student" name="student" userType="STUDENT" />} />
          <Route path="attendance/*" element={<Area key="attendance" name="attendance" />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  </Frame>
);
