import { areaNames } from '@qr-attendance/contracts';
import { LoadingState, NotFoundPage } from '@qr-attendance/ui-kit';
import { preloadable, retryableLazy } from '@qr-attendance/web-kit';
import { Suspense, type ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { antdPage } from './antd/lazy-theme.tsx';
import { Frame } from './frame/frame.tsx';
import { useMatchableLocation } from './frame/matchable-location.ts';
import { PageBoundary } from './frame/page-boundary.tsx';
import { RequireSignedIn } from './guards/guards.tsx';
import { HomePage } from './pages/home-page.tsx';
import { Area } from './remotes/area.tsx';
import { AttendanceArea } from './scan/attendance-area.tsx';
import { shellPages, type ShellPage } from './shell-pages.ts';

export const LoginPage = preloadable(shellPages.login.load, <LoadingState />);

const componentOf = ({ load, plain }: ShellPage): ComponentType => {
  if (!load) return HomePage;
  if (load === shellPages.login.load) return LoginPage;
  return plain ? retryableLazy(load, <LoadingState />) : antdPage(load);
};
const ownPages = Object.entries<ShellPage>(shellPages).map(([path, page]) => {
  const Page = componentOf(page);
  const element = page.signedIn ? (
    <RequireSignedIn>
      <Page />
    </RequireSignedIn>
  ) : (
    <Page />
  );
  return <Route key={path} path={path} element={element} />;
});

const ordinaryAreas = areaNames.filter((name) => name !== 'attendance');

export const App = () => {
  const location = useMatchableLocation();
  return (
    <Frame>
      <PageBoundary>
        <Suspense fallback={<LoadingState />}>
          <Routes {...(location && { location })}>
            {ownPages}
            {ordinaryAreas.map((name) => (
              // The inner key resets state between areas.
              <Route key={name} path={`${name}/*`} element={<Area key={name} name={name} />} />
            ))}
            <Route path="attendance/*" element={<AttendanceArea />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </PageBoundary>
    </Frame>
  );
};
