import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, fakeApi } from '@qr-attendance/web-kit/testing';
import { Route, Routes } from 'react-router';
import { CodePage } from '../src/pages/code-page.tsx';
import { LoginPage } from '../src/pages/login-page.tsx';
import { AttendanceArea } from '../src/scan/attendance-area.tsx';
import { scanQueries } from '../src/scan/scan-queries.ts';
import { student } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';
import { simulateSecureContext } from '@qr-attendance/web-kit/testing/secure-browser';

const KEEP = 'POST /api/sessions/scans';
const visit = (answers: Parameters<typeof fakeApi>[0] = {}, marking = <AttendanceArea />) => {
  const server = fakeApi(answers);
  renderShell(
    <Routes>
      <Route path="/go" element={<CodePage />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/attendance/*" element={marking} />
    </Routes>,
    '/go',
  );
  return server;
};
const send = async (code: string) => {
  const field = await screen.findByLabelText('Code');
  await userEvent.clear(field);
  await userEvent.type(field, `${code}{Enter}`);
};
const address = () => screen.getByLabelText('address').textContent;

beforeEach(simulateSecureContext);
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  scanQueries.clear();
});

describe('the page for typed codes', () => {
  test('keeps a visitor’s code during the sign-in, like a scan', async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const server = visit({ [KEEP]: answer({ scan: 'scan-token', expiresAt }, 201) });
    await send(' k7m2 9qxb ');
    expect(await screen.findByText('Your scan is saved. Sign in within 10 minutes.')).toBeTruthy();
    expect(address()).toBe('/login');
    expect(server.bodiesOf(KEEP)).toMatchObject([{ code: 'k7m2 9qxb' }]);
  });

  test('sends a signed-in user to the marking page, and also accepts a whole URL', async () => {
    localStorage.setItem('token', 'stored');
    visit({ 'GET /api/auth/me': answer(student) }, <p>Marking</p>);
    await send('https://campus.example/attendance/K7M29QXB');
    await waitFor(() => expect(address()).toBe('/attendance/K7M29QXB'));
  });

  test('requires a code and rejects an impossible code', async () => {
    visit();
    await send(' ');
    expect(await screen.findByText('Please enter a code')).toBeTruthy();
    await send('..');
    expect(await screen.findByText('Invalid QR code format')).toBeTruthy();
    expect(address()).toBe('/go');
  });
});
