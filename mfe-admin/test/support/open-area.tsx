import { askForProof } from '@qr-attendance/ui-kit/ask-for-proof';
import { NO_CHECKS, type User } from '@qr-attendance/contracts';
import { NotifyProvider } from '@qr-attendance/ui-kit';
import { createApiClient, type ApiClient } from '@qr-attendance/web-kit';
import { answer, fakeApi, renderRemote, type Answers } from '@qr-attendance/web-kit/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { AdminRoutes } from '../../src/admin-routes.tsx';
import { catalog } from '../../src/texts/index.ts';

export const user = {
  _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e03',
  name: 'Mary Somerville',
  email: 'mary@campus.example',
  userType: 'ADMIN' as const,
};

export const unitStaff = { ...user, name: 'Paula Program', userType: 'TEACHER' as const };

export const EMAILS = 'GET /api/auth/waiting-emails';
export const IMPORTS = 'GET /api/imports';
export const COURSE_SETTINGS = 'GET /api/courses/settings';
export const FLOOR = 'GET /api/sessions/institution-policy';

const Where = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
};

/** `renew` is called when a request is answered with 401. */
export const openArea = (
  path: string,
  answers: Record<string, Answers>,
  viewer: User = user,
  renew: () => Promise<string | undefined> = async () => undefined,
) => {
  const server = fakeApi({
    [FLOOR]: answer({ floor: NO_CHECKS, decided: true }),
    [EMAILS]: answer({ waiting: 0, retried: 0 }),
    [IMPORTS]: answer([]),
    [COURSE_SETTINGS]: answer({
      newCourseEnrollment: 'OPEN',
      importMaxChangedPercent: 20,
      importRetentionDays: 30,
      importSources: ['files'],
    }),
    ...answers,
  });
  const api: ApiClient = createApiClient({
    getToken: () => 'token',
    renew,
    prove: async (route) =>
      (await askForProof({ api, route, prover: { email: viewer.email, hasPasskey: false } })) !== undefined,
  });
  renderRemote(
    <NotifyProvider>
      <Routes>
        <Route path="/admin/*" element={<AdminRoutes />} />
      </Routes>
      <Where />
    </NotifyProvider>,
    {
      catalog,
      host: { api, identity: { user: viewer, profile: {}, reload: async () => undefined } },
      basePath: '/admin',
      path,
    },
  );
  return server;
};

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
export const dialog = () => within(screen.getByRole('dialog'));
