import { LoadingState } from '@qr-attendance/ui-kit';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Frame } from './frame/frame.tsx';
import { PageBoundary } from './frame/page-boundary.tsx';
import { RequireSignedIn } from './guards/guards.tsx';
import { HomePage } from './pages/home-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { RemoteArea } from './remotes/remote-area.tsx';

const LoginPage = lazy(async () => ({ default: (await import('./pages/login-page.tsx')).LoginPage }));
const RegisterPage = lazy(async () => ({
  default: (await import('./pages/register-page.tsx')).RegisterPage,
}));

/** Every route of the app. Specification, section 2. */
export const App = () => (
  <Frame>
    <PageBoundary>
      <Suspense fallback={<LoadingState />}>
        <Routes>
          <Route index element={<HomePage />} />
          <Route path="login" element={<LoginPage />} />
          <Route path="register" element={<RegisterPage />} />
          <Route
            path="teacher/*"
            element={
              <RequireSignedIn userType="TEACHER">
                <RemoteArea key="teacher" name="teacher" basePath="/teacher" />
              </RequireSignedIn>
            }
          />
          <Route
            path="student/*"
            element={
              <RequireSignedIn userType="STUDENT">
                <RemoteArea key="student" name="student" basePath="/student" />
              </RequireSignedIn>
            }
          />
          <Route
            path="attendance/*"
            element={
              <RequireSignedIn>
                <RemoteArea key="attendance" name="attendance" basePath="/attendance" />
              </RequireSignedIn>
            }
          />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  </Frame>
);
