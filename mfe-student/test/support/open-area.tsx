import { askForProof } from '@qr-attendance/ui-kit/ask-for-proof';
import {
  DEFAULT_SECURITY_PREFERENCES,
  type RegisteredDevice,
  type StudentProfile,
} from '@qr-attendance/contracts';
import { NotifyProvider } from '@qr-attendance/ui-kit';
import { createApiClient, type ApiClient, getDeviceId } from '@qr-attendance/web-kit';
import { fakeApi, renderRemote, type Answers } from '@qr-attendance/web-kit/testing';
import { catalog } from '../../src/texts/index.ts';
import { StudentRoutes } from '../../src/student-routes.tsx';
import { Route, Routes, useLocation } from 'react-router';

export const user = {
  _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
  name: 'Grace Hopper',
  email: 'g@campus.example',
  userType: 'STUDENT' as const,
};
export const device = (over: Partial<RegisteredDevice> = {}): RegisteredDevice => ({
  deviceId: getDeviceId(),
  deviceName: 'My phone',
  lastUsed: null,
  countsFrom: '2026-09-01T09:00:00.000Z',
  hasKey: true,
  ...over,
});
export const profileOf = (over: Partial<StudentProfile> = {}): StudentProfile => ({
  usn: 'U1',
  regNo: 'R1',
  department: 'Computer Science',
  semester: 3,
  securityPreferences: DEFAULT_SECURITY_PREFERENCES,
  registeredDevices: [device()],
  passkeys: [],
  hasPin: true,
  selfieConsentAt: null,
  ...over,
});

const Where = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
};

/** `renew` is called when a request is answered with 401. */
export const openArea = (
  path: string,
  answers: Record<string, Answers>,
  profile = profileOf(),
  renew: () => Promise<string | undefined> = async () => undefined,
) => {
  const server = fakeApi(answers);
  const api: ApiClient = createApiClient({
    getToken: () => 'token',
    renew,
    prove: async (route) =>
      (await askForProof({
        api,
        route,
        prover: { email: user.email, hasPasskey: profile.passkeys.length > 0 },
      })) !== undefined,
  });
  const reloads = { count: 0 };
  const reload = async () => {
    reloads.count += 1;
  };
  renderRemote(
    <NotifyProvider>
      <Routes>
        <Route path="/student/*" element={<StudentRoutes />} />
      </Routes>
      <Where />
    </NotifyProvider>,
    { catalog, host: { api, identity: { user, profile, reload } }, basePath: '/student', path },
  );
  return { ...server, reloads };
};
