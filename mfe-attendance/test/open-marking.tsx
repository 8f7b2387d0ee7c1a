import { askForProof } from '@qr-attendance/ui-kit/ask-for-proof';
import { beforeEach } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  type AttendanceRecord,
  type RegisteredDevice,
  type RequiredChecks,
  type SecurityPreferences,
  type StudentProfile,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import { createApiClient, type ApiClient, getDeviceId } from '@qr-attendance/web-kit';
import { fakeApi, renderRemote, type Answers } from '@qr-attendance/web-kit/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { enteredValues } from '../src/features/mark/entered.ts';
import { MarkPage } from '../src/features/mark/pages/mark-page.tsx';
import { catalog } from '../src/texts/index.ts';

beforeEach(() => {
  localStorage.removeItem('attendance-marked');
  enteredValues.forget();
});

export const VERIFY = 'GET /api/sessions/verify/K7M29QXB';
export const MARK = 'POST /api/attendance';
const user = { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02', name: 'Grace Hopper', email: 'g@campus.example' };
export const asking = (checks: Partial<RequiredChecks> = {}): RequiredChecks => ({
  requirePin: false,
  requireDevice: false,
  requireSelfie: false,
  requirePasskey: false,
  ...checks,
});
const course = { _id: '66f000000000000000000c01', name: 'Algorithms', code: 'CS201' };
export const scan: VerifiedScan = {
  _id: '66f000000000000000005e01',
  course,
  teacher: { name: 'Ada Lovelace' },
  date: '2026-09-14',
  startTime: '2026-09-14T09:00:00.000Z',
  location: { required: false },
  requires: asking(),
  ticket: 'a-signed-ticket',
  ticketExpiresAt: new Date(Date.now() + 300_000).toISOString(),
};
export const record: AttendanceRecord = {
  _id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
  student: user,
  session: { _id: scan._id, course, date: scan.date, startTime: scan.startTime },
  timestamp: '2026-09-14T09:15:00.000Z',
  status: 'LATE',
};

const Elsewhere = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
};

interface Setup {
  answers: Record<string, Answers>;
  userType?: 'STUDENT' | 'TEACHER';
  hasPin?: boolean;
  passkeys?: StudentProfile['passkeys'];
  selfieConsentAt?: string | null;
  device?: Partial<RegisteredDevice>;
  preferences?: Partial<SecurityPreferences>;
  /** Returns the reloaded profile, if it has changed. */
  onReload?: (profile: StudentProfile) => StudentProfile | void;
}
export const open = ({
  answers,
  userType = 'STUDENT',
  hasPin = true,
  passkeys = [],
  selfieConsentAt = '2026-09-01T09:00:00.000Z',
  device = {},
  preferences = {},
  onReload,
}: Setup) => {
  const server = fakeApi(answers);
  const api: ApiClient = createApiClient({
    getToken: () => 'token',
    renew: async () => undefined,
    prove: async (route) =>
      (await askForProof({ api, route, prover: { email: 'grace@campus.example', hasPasskey: false } })) !==
      undefined,
  });
  const profile = {
    usn: 'U1',
    regNo: 'R1',
    department: 'Computer Science',
    semester: 3,
    securityPreferences: { ...DEFAULT_SECURITY_PREFERENCES, ...preferences },
    registeredDevices: [
      {
        deviceId: getDeviceId(),
        deviceName: 'My phone',
        lastUsed: null,
        countsFrom: '2026-09-01T09:00:00.000Z',
        hasKey: true,
        ...device,
      },
    ],
    passkeys,
    hasPin,
    selfieConsentAt,
  };
  const identity = {
    user: { ...user, userType },
    profile: userType === 'STUDENT' ? profile : { employeeId: 'E1', department: 'Computer Science' },
    reload: async () => {
      identity.profile = onReload?.(profile) ?? identity.profile;
    },
  };
  const { changeHost } = renderRemote(
    <Routes>
      <Route path="/attendance/:qrCode" element={<MarkPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { catalog, host: { api, identity }, basePath: '/attendance', path: '/attendance/K7M29QXB' },
  );
  return {
    ...server,
    /** As if another page had reloaded the unchanged profile. */
    reloadProfile: () => changeHost({ api, identity: { ...identity, profile: { ...identity.profile } } }),
  };
};
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
export const enterPin = async (pin: string) => userEvent.type(await screen.findByLabelText('PIN'), pin);

export const only = (preferences: Partial<SecurityPreferences>): Partial<SecurityPreferences> => ({
  requirePin: false,
  requireDeviceVerification: false,
  ...preferences,
});
