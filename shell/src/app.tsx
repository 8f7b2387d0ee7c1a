import { areaNames } from '@qr-attendance/contracts';
import { LoadingState, NotFoundPage } from '@qr-attendance/ui-kit';
import { preloadable, retryableLazy } from '@qr-attendance/web-kit';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { antdPage } from './antd/lazy-theme.tsx';
import { Frame } from './frame/frame.tsx';
import { useMatchableLocation } from './frame/matchable-location.ts';
import { PageBoundary } from './frame/page-boundary.tsx';
import { RequireSignedIn } from './guards/guards.tsx';
import { HomePage } from './pages/home-page.tsx';
import { Area } from './remotes/area.tsx';
import { AttendanceArea } from './scan/attendance-area.tsx';

export const LoginPage = preloadable(
  async () => (await import(/* webpackChunkName: "login" */ './pages/login-page.tsx')).LoginPage,
  <LoadingState />,
);
const CodePage = retryableLazy(
  async () => (await import('./pages/code-page.tsx')).CodePage,
  <LoadingState />,
);
const RegisterPage = antdPage(async () => (await import('./pages/register-page.tsx')).RegisterPage);

const FinishRegistrationPage = antdPage(
  async () => (await import('./account/chunk.ts')).FinishRegistrationPage,
);
const ForgotPasswordPage = antdPage(async () => (await import('./account/chunk.ts')).ForgotPasswordPage);
const ResetPasswordPage = antdPage(async () => (await import('./account/chunk.ts')).ResetPasswordPage);
const SignInLinkPage = antdPage(async () => (await import('./account/chunk.ts')).SignInLinkPage);
const VerifyEmailPage = antdPage(async () => (await import('./account/chunk.ts')).VerifyEmailPage);
const UnsubscribePage = antdPage(async () => (await import('./account/chunk.ts')).UnsubscribePage);
const ReceiptPage = antdPage(async () => (await import('./receipt/chunk.ts')).ReceiptPage);
const AccountPage = antdPage(async () => (await import('./account/chunk.ts')).AccountPage);
const AccountCheckPage = antdPage(async () => (await import('./account/chunk.ts')).AccountCheckPage);

/** The marking page has a route of its own. */
const ordinaryAreas = areaNames.filter((name) => name !== 'attendance');

export const App = () => {
  const location = useMatchableLocation();
  return (
    <Frame>
      <PageBoundary>
        <Suspense fallback={<LoadingState />}>
          <Routes {...(location && { location })}>
            <Route index element={<HomePage />} />
            <Route path="login" element={<LoginPage />} />
            <Route path="register" element={<RegisterPage />} />
            <Route path="finish-registration" element={<FinishRegistrationPage />} />
            <Route path="forgot-password" element={<ForgotPasswordPage />} />
            <Route path="reset-password" element={<ResetPasswordPage />} />
            <Route path="sign-in-link" element={<SignInLinkPage />} />
            <Route path="verify-email" element={<VerifyEmailPage />} />
            <Route path="unsubscribe" element={<UnsubscribePage />} />
            <Route
              path="account"
              element={
                <RequireSignedIn>
                  <AccountPage />
                </RequireSignedIn>
              }
            />
            <Route
              path="account/check"
              element={
                <RequireSignedIn>
                  <AccountCheckPage />
                </RequireSignedIn>
              }
            />
            {ordinaryAreas.map((name) => (
              // The inner key resets state between areas.
              <Route key={name} path={`${name}/*`} element={<Area key={name} name={name} />} />
            ))}
            <Route path="receipt" element={<ReceiptPage />} />
            <Route path="go" element={<CodePage />} />
            <Route path="attendance/*" element={<AttendanceArea />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </PageBoundary>
    </Frame>
  );
};
