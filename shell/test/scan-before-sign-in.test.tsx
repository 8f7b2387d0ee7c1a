import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DEVICE_SIGNATURE_HEADER } from '@qr-attendance/contracts';
import { cachedScan } from '@qr-attendance/web-kit';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { LoginPage } from '../src/pages/login-page.tsx';
import { AttendanceArea } from '../src/scan/attendance-area.tsx';
import { scanQueries } from '../src/scan/scan-queries.ts';
import { codeOfPath } from '@qr-attendance/web-kit/code-of-path';
import { savedScan } from '../src/scan/saved-scan.ts';
import {
  answer,
  enterText,
  lostConnection,
  refusal,
  fakeApi,
  type Answer,
} from '@qr-attendance/web-kit/testing';
import { timesAt, verifiedScan } from '@qr-attendance/web-kit/testing/verified-scan';
import { student } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';
import {
  simulateInsecureContext,
  simulateSecureContext,
} from '@qr-attendance/web-kit/testing/secure-browser';

const KEEP = 'POST /api/sessions/scans';
const REDEEM = 'POST /api/sessions/scans/redeem';
const LOGIN = 'POST /api/auth/login';
const CODE = 'K7M29QXB';
const mine = { userId: student.user._id, qrCode: CODE };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const anonymous = () => ({ scan: 'scan-token', expiresAt: inMinutes(10) });

const visit = (answers: Record<string, Answer>, path = `/attendance/${CODE}`) => {
  const server = fakeApi({ [LOGIN]: answer({ token: 'fresh', ...student }), ...answers });
  renderShell(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/attendance/*" element={<AttendanceArea />} />
    </Routes>,
    path,
  );
  return server;
};
const signIn = async () => {
  await enterText(await screen.findByLabelText('Email'), 'grace@campus.example');
  await enterText(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};
const arriveAt = (path: string) =>
  waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path));
const callsOf = (server: ReturnType<typeof fakeApi>) => server.sent.map(({ call }) => call);

beforeEach(simulateSecureContext);
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  scanQueries.clear();
});

describe('a visitor who scanned with the phone’s camera app', () => {
  test('keeps the scan during the sign-in and gets a ticket signed by this browser', async () => {
    const server = visit({ [KEEP]: answer(anonymous(), 201), [REDEEM]: answer(verifiedScan()) });
    expect(await screen.findByText('Your scan is saved. Sign in within 10 minutes.')).toBeTruthy();
    expect(screen.getByLabelText('address').textContent).toBe('/login');
    await signIn();
    await arriveAt(`/attendance/${CODE}`);
    await waitFor(() => expect(cachedScan(mine)?.ticket).toBe('signed'));
    expect(savedScan.find(CODE)).toBeUndefined();
    const redeemed = server.sent.find(({ call }) => call === REDEEM);
    const kept = server.sent.find(({ call }) => call === KEEP);
    const { deviceKey } = kept!.body as { deviceKey: unknown };
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(kept?.body).toEqual({ code: CODE, deviceKey, at, nonce: expect.any(String) });
    expect(kept?.headers[DEVICE_SIGNATURE_HEADER]).toMatch(/^[\w-]{86}$/);
    expect(redeemed?.body).toEqual({ scan: 'scan-token', deviceKey, at });
    expect(redeemed?.headers[DEVICE_SIGNATURE_HEADER]).toMatch(/^[\w-]{86}$/);
    expect(callsOf(server).filter((call) => call === KEEP)).toHaveLength(1);
  });

  test('keeps the scan if their sign-in has reached its end', async () => {
    localStorage.setItem('token', 'old');
    const ended = refusal(401, 'Please sign in again.', { code: 'signed_out' });
    visit({
      'GET /api/auth/me': ended,
      'POST /api/auth/refresh': ended,
      [KEEP]: answer(anonymous(), 201),
      [REDEEM]: answer(verifiedScan()),
    });
    expect(await screen.findByText('Your scan is saved. Sign in within 10 minutes.')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
    await signIn();
    await arriveAt(`/attendance/${CODE}`);
    await waitFor(() => expect(cachedScan(mine)?.ticket).toBe('signed'));
  });

  test('sees before the sign-in that the code is no longer valid', async () => {
    const server = visit({
      [KEEP]: refusal(404, 'Invalid QR code or session not found', { code: 'invalid_code' }),
    });
    const note = 'This code is no longer valid. Sign in, then scan the current code.';
    expect(await screen.findByText(note)).toBeTruthy();
    await signIn();
    await arriveAt(`/attendance/${CODE}`);
    expect(callsOf(server)).not.toContain(REDEEM);
  });

  test.each([
    ['the server did not respond', lostConnection],
    [
      'the class has not begun',
      refusal(409, 'Marking opens when the class starts.', { code: 'session_not_open' }),
    ],
  ])('reaches the marking page without a message if %s', async (_why, kept) => {
    const server = visit({ [KEEP]: kept });
    await waitFor(() => expect(callsOf(server)).toContain(KEEP));
    await signIn();
    await arriveAt(`/attendance/${CODE}`);
    expect(screen.queryByText(/Your scan is|This code/)).toBeNull();
    expect(callsOf(server)).not.toContain(REDEEM);
  });

  test('is asked to scan again after the sign-in if they scanned a single burst code', async () => {
    const live = 'K7M29QXB42';
    const server = visit({ [KEEP]: answer(anonymous(), 201) }, `/attendance/${live}`);
    expect(await screen.findByText('This class shows a burst code. Sign in, then scan it.')).toBeTruthy();
    await signIn();
    await arriveAt(`/attendance/${live}`);
    expect(callsOf(server)).not.toContain(KEEP);
  });

  test('is asked to sign in first on an insecure page, and nothing is saved', async () => {
    simulateInsecureContext();
    const server = visit({ [KEEP]: answer(anonymous(), 201) });
    const note = 'This browser cannot keep your scan. Sign in, then scan the code again.';
    expect(await screen.findByText(note)).toBeTruthy();
    await signIn();
    await arriveAt(`/attendance/${CODE}`);
    expect(callsOf(server)).not.toContain(KEEP);
  });

  test('sees that the scan has expired', async () => {
    visit({ [KEEP]: answer({ scan: 'scan-token', expiresAt: inMinutes(-1) }, 201) });
    expect(await screen.findByText(/Your scan has expired/)).toBeTruthy();
  });

  test('can redeem an expired scan after the sign-in, because some students have extra time', async () => {
    const server = visit({
      [KEEP]: answer({ scan: 'scan-token', expiresAt: inMinutes(-1) }, 201),
      [REDEEM]: answer(verifiedScan()),
    });
    await screen.findByText(/Your scan has expired/);
    await signIn();
    await waitFor(() => expect(cachedScan(mine)?.ticket).toBe('signed'));
    expect(callsOf(server)).toContain(REDEEM);
  });

  test('keeps the scan and gets the ticket even if the device’s clock is an hour fast', async () => {
    const expiresAt = inMinutes(-50);
    const server = visit({
      [KEEP]: answer({ scan: 'scan-token', expiresAt, expiresInMs: 600_000 }, 201),
      [REDEEM]: answer({ ...verifiedScan(), ...timesAt(Date.now() - 3_600_000) }),
    });
    expect(await screen.findByText('Your scan is saved. Sign in within 10 minutes.')).toBeTruthy();
    await signIn();
    await waitFor(() => expect(cachedScan(mine)?.ticket).toBe('signed'));
    expect(callsOf(server)).toContain(REDEEM);
  });

  test('keeps the scan and can retry if the server is unreachable', async () => {
    const server = visit({ [KEEP]: answer(anonymous(), 201) });
    await screen.findByText(/Your scan is saved/);
    await signIn();
    expect(await screen.findByText('Could not check your scan.')).toBeTruthy();
    expect(savedScan.find(CODE)).toBeTruthy();
    server.give(REDEEM, answer(verifiedScan()));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(cachedScan(mine)?.ticket).toBe('signed'));
  });

  test('reaches the marking page if the scan is rejected', async () => {
    visit({ [KEEP]: answer(anonymous(), 201), [REDEEM]: refusal(409, 'This class has ended.') });
    await screen.findByText(/Your scan is saved/);
    await signIn();
    await waitFor(() => expect(savedScan.find(CODE)).toBeUndefined());
    expect(cachedScan(mine)).toBeUndefined();
    await arriveAt(`/attendance/${CODE}`);
  });
});

test('uses a saved scan only for the path from which it was scanned', async () => {
  savedScan.save('OTHER234', anonymous());
  localStorage.setItem('token', 'stored');
  const server = visit({
    'GET /api/auth/me': answer(student),
    'HEAD /remotes.json': answer(),
    [REDEEM]: answer(verifiedScan()),
  });
  await waitFor(() => expect(callsOf(server)).toContain('GET /api/auth/me'));
  await screen.findByText(/This area is unavailable/);
  expect(callsOf(server)).not.toContain(REDEEM);
  expect(savedScan.find('OTHER234')).toBeTruthy();
});

test.each([
  ['/attendance/K7M29QXB', 'K7M29QXB'],
  ['/attendance/K7M29QXB/?from=poster', 'K7M29QXB'],
  ['/attendance/k7m2%2D9qxb', 'k7m2-9qxb'],
  ['/attendance/a/b', undefined],
  ['/attendance/%', undefined],
  ['/attendance/BEGIN%3AVCARD%0AVERSION%3A3.0', undefined],
  ['/attendance/%E0%A4%A', undefined],
  ['/attendance/K7M2%2F9QXB', undefined],
  ['/attendance/amber%20river', 'amber river'],
  ['/attendance', undefined],
  ['/student/attendance/K7M29QXB', undefined],
])('parses the code of %s as %s', (path, code) => expect(codeOfPath(path)).toBe(code));
