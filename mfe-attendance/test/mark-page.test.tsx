import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  type AttendanceRecord,
  type SecurityPreferences,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import { createApiClient, getDeviceId } from '@qr-attendance/web-kit';
import { renderRemote } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { MarkPage } from '../src/features/mark/pages/mark-page.tsx';
import { catalogue } from '../src/messages/index.ts';
import { answer, makeNetwork, refusal, type Answer } from './network.ts';

const VERIFY = 'GET /api/sessions/verify/K7M29QXB';
const MARK = 'POST /api/attendance';
const user = { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02', name: 'Grace Hopper', email: 'g@campus.example' };
const course = { _id: '66f000000000000000000c01', name: 'Algorithms', code: 'CS201' };
const scan: VerifiedScan = {
  _id: '66f000000000000000005e01',
  course,
  teacher: { name: 'Ada Lovelace' },
  date: '2026-09-14',
  startTime: '2026-09-14T09:00:00.000Z',
  location: { required: false },
  ticket: 'a-signed-ticket',
  ticketExpiresAt: new Date(Date.now() + 300_000).toISOString(),
};
const record: AttendanceRecord = {
  _id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
  student: user,
  session: { _id: scan._id, course, date: scan.date, startTime: scan.startTime },
  timestamp: '2026-09-14T09:15:00.000Z',
  status: 'LATE',
};

interface Setup {
  answers: Record<string, Answer[]>;
  userType?: 'STUDENT' | 'TEACHER';
  hasPin?: boolean;
  preferences?: Partial<SecurityPreferences>;
}
const open = ({ answers, userType = 'STUDENT', hasPin = true, preferences = {} }: Setup) => {
  const network = makeNetwork(answers);
  globalThis.fetch = network.fetch;
  const api = createApiClient({ getToken: () => 'token', renew: async () => undefined });
  const profile = {
    usn: 'U1',
    regNo: 'R1',
    department: 'Computer Science',
    semester: 3,
    securityPreferences: { ...DEFAULT_SECURITY_PREFERENCES, ...preferences },
    registeredDevices: [{ deviceId: getDeviceId(), deviceName: 'My phone', lastUsed: null }],
    passkeys: [],
    hasPin,
  };
  const identity = {
    user: { ...user, userType },
    profile: userType === 'STUDENT' ? profile : { employeeId: 'E1', department: 'Computer Science' },
    reload: async () => {},
  };
  renderRemote(
    <Routes>
      <Route path="/attendance/:qrCode" element={<MarkPage />} />
    </Routes>,
    { catalogue, host: { api, identity }, basePath: '/attendance', path: '/attendance/K7M29QXB' },
  );
  return network;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const enterPin = async (pin: string) => {
  await userEvent.type(await screen.findByLabelText('PIN'), pin);
  await press('Continue');
};

beforeEach(() => {
  sessionStorage.clear();
  // jsdom lays nothing out, and so has nothing to scroll.
  Element.prototype.scrollIntoView = () => {};
});
afterEach(cleanup);

describe('the marking page', () => {
  test('asks for the PIN, marks, and shows the status as the server answered it', async () => {
    const { sent } = open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [answer(record, 201)] } });
    expect(await screen.findByRole('heading', { name: 'Algorithms' })).toBeTruthy();
    await enterPin('2468');
    await press('Mark My Attendance');
    expect(await screen.findByRole('heading', { name: 'Attendance Marked!' })).toBeTruthy();
    expect(screen.getByText('Late')).toBeTruthy();
    expect(sent.find(({ call }) => call === MARK)?.body).toMatchObject({
      ticket: 'a-signed-ticket',
      sessionId: scan._id,
      deviceId: getDeviceId(),
      pin: '2468',
    });
  });

  test('leads back to the PIN after a wrong one, with the server’s words', async () => {
    const wrong = refusal(403, 'wrong_pin', 'The PIN is not right. 4 tries left.');
    open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [wrong, answer(record, 201)] } });
    await enterPin('1111');
    await press('Mark My Attendance');
    expect(await screen.findByText('The PIN is not right. 4 tries left.')).toBeTruthy();
    await enterPin('2468');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
  });

  test('redeems the code once: after a reload it has the ticket still', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] } });
    await screen.findByText('PIN Verification');
    cleanup();
    const { sent } = open({ answers: {} });
    await screen.findByText('PIN Verification');
    expect(sent).toEqual([]);
  });

  test('sends a student without a PIN to the security page, with the way back', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] }, hasPin: false });
    const link = await screen.findByRole('link', { name: 'Open Security Settings' });
    expect(link.getAttribute('href')).toBe('/student/security?return=%2Fattendance%2FK7M29QXB');
  });

  test('asks nothing of a student who needs no check', async () => {
    const preferences = { requirePin: false, requireDeviceVerification: false };
    open({ answers: { [VERIFY]: [answer(scan)] }, preferences });
    expect(await screen.findByRole('button', { name: 'Mark My Attendance' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
  });

  test('offers a fresh scan when the ticket is no longer good, and forgets it', async () => {
    const expired = refusal(403, 'ticket_invalid', 'Your scan has expired. Please scan the code again.');
    open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [expired] } });
    await enterPin('2468');
    await press('Mark My Attendance');
    expect((await screen.findByRole('link', { name: 'Scan Again' })).getAttribute('href')).toBe(
      '/student/scan',
    );
    expect(sessionStorage.length).toBe(0);
  });

  test('says that a code is not known, and leads to the dashboard', async () => {
    open({
      answers: { [VERIFY]: [refusal(404, 'invalid_code', 'Invalid QR code or session not found')] },
    });
    expect(await screen.findByText('Invalid QR code or session not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe('/student');
  });

  test('shows a teacher the session, and that only students mark', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] }, userType: 'TEACHER' });
    expect(await screen.findByText('Only students mark attendance')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Algorithms' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark My Attendance' })).toBeNull();
  });
});
