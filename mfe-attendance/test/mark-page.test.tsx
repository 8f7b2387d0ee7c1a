import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { dispatchSignOut, formatTime, getDeviceId } from '@qr-attendance/web-kit';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { rememberMarked } from '../src/features/mark/marked-sessions.ts';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { timesAt } from '@qr-attendance/web-kit/testing/verified-scan';
import { enterPin, MARK, only, open, press, record, scan, VERIFY } from './open-marking.tsx';

const LIST = 'GET /api/attendance';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe('the marking page', () => {
  test('asks for the PIN, sends the mark, and shows the status from the server', async () => {
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

  test('sends PIN and mark on Enter or a button press, never while the PIN is typed', async () => {
    const { sent } = open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [answer(record, 201)] } });
    const marks = () => sent.filter(({ call }) => call === MARK).length;
    await press('Mark My Attendance');
    expect(await screen.findByText('Enter your PIN')).toBeTruthy();
    await enterPin('246813579135');
    expect(marks()).toBe(0);
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Attendance Marked!');
    expect(marks()).toBe(1);
  });

  test('returns to the PIN step after a wrong PIN, with the server’s message', async () => {
    const wrong = refusal(403, 'The PIN is wrong. 4 tries left.', { code: 'wrong_pin' });
    open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [wrong, answer(record, 201)] } });
    await enterPin('1111');
    await press('Mark My Attendance');
    expect(await screen.findByText('The PIN is wrong. 4 tries left.')).toBeTruthy();
    const field = screen.getByLabelText('PIN');
    expect(document.activeElement).toBe(field);
    const described = field.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('The PIN is wrong. 4 tries left.');
    await enterPin('2468');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
  });

  test('redeems the code once and keeps the ticket after a reload', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] } });
    await screen.findByText('PIN Verification');
    cleanup();
    const { sent } = open({ answers: {} });
    await screen.findByText('PIN Verification');
    expect(sent).toEqual([]);
  });

  test('sends a student without a PIN to the security page, with a link back', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] }, hasPin: false });
    const link = await screen.findByRole('link', { name: 'Open Security Settings' });
    expect(link.getAttribute('href')).toBe('/student/security?return=%2Fattendance%2FK7M29QXB');
  });

  test('shows no steps if no checks are required', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] }, preferences: only({}) });
    expect(await screen.findByRole('button', { name: 'Mark My Attendance' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
  });

  test('accepts a device that is usable by the server’s clock, although this device’s clock is slow', async () => {
    const serverNow = Date.now() + 600_000;
    open({
      answers: { [VERIFY]: [answer({ ...scan, ...timesAt(serverNow) })] },
      preferences: only({ requireDeviceVerification: true }),
      device: { countsFrom: new Date(serverNow + 1_000).toISOString() },
    });
    expect(await screen.findByRole('button', { name: 'Mark My Attendance' })).toBeTruthy();
  });

  test('offers a new scan when the ticket is no longer valid, and deletes the cached ticket', async () => {
    const expired = refusal(403, 'Your scan has expired. Please scan the code again.', {
      code: 'ticket_invalid',
    });
    open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [expired] } });
    await enterPin('2468');
    await press('Mark My Attendance');
    expect((await screen.findByRole('link', { name: 'Scan Again' })).getAttribute('href')).toBe(
      '/student/scan',
    );
    expect(sessionStorage.length).toBe(0);
  });

  test('uses the input from before the ticket expired after the next scan', async () => {
    const expired = refusal(403, 'Your scan has expired. Please scan the code again.', {
      code: 'ticket_invalid',
    });
    open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [expired] } });
    await enterPin('2468');
    await press('Mark My Attendance');
    await screen.findByRole('link', { name: 'Scan Again' });
    cleanup();
    const scannedAgain = { ...scan, ticket: 'another-ticket' };
    const { sent } = open({ answers: { [VERIFY]: [answer(scannedAgain)], [MARK]: [answer(record, 201)] } });
    expect(await screen.findByRole('heading', { name: 'Attendance Marked!' })).toBeTruthy();
    expect(sent.find(({ call }) => call === MARK)?.body).toMatchObject({
      ticket: 'another-ticket',
      pin: '2468',
    });
  });

  test('asks again for everything after a sign-out', async () => {
    const expired = refusal(403, 'Your scan has expired. Please scan the code again.', {
      code: 'ticket_invalid',
    });
    open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [expired] } });
    await enterPin('2468');
    await press('Mark My Attendance');
    await screen.findByRole('link', { name: 'Scan Again' });
    dispatchSignOut();
    cleanup();
    open({ answers: { [VERIFY]: [answer({ ...scan, ticket: 'another-ticket' })] } });
    expect((await screen.findByLabelText<HTMLInputElement>('PIN')).value).toBe('');
  });

  test('shows the current mark immediately on a repeated scan and asks for nothing', async () => {
    const first = open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [answer(record, 201)] } });
    await enterPin('2468');
    await press('Mark My Attendance');
    await screen.findByText('Attendance Marked!');
    expect(first.sent.map(({ call }) => call)).not.toContain(LIST);
    cleanup();
    sessionStorage.clear();
    const corrected = { ...record, status: 'PRESENT' };
    const { sent } = open({ answers: { [VERIFY]: [answer(scan)], [LIST]: [answer([corrected])] } });
    expect(
      await screen.findByRole('heading', { name: `You are marked present, ${formatTime(record.timestamp)}` }),
    ).toBeTruthy();
    expect(screen.queryByLabelText('PIN')).toBeNull();
    expect(sent.find(({ call }) => call === LIST)?.query).toEqual({ sessionId: scan._id, limit: '1' });
  });

  test.each([
    ['was changed to ABSENT', answer([{ ...record, status: 'ABSENT' }])],
    ['belongs to a canceled class', answer([{ ...record, session: { ...record.session, canceled: true } }])],
    ['no longer exists', answer([])],
    ['cannot be loaded', refusal(503)],
  ])('lets a student mark again if the earlier mark %s', async (_what, response) => {
    rememberMarked({ userId: record.student._id, sessionId: scan._id });
    open({ answers: { [VERIFY]: [answer(scan)], [LIST]: [response] } });
    expect(await screen.findByLabelText('PIN')).toBeTruthy();
  });

  test('does not request the marks of another student on the same phone', async () => {
    rememberMarked({ userId: '00000000-0000-4000-8000-000000000001', sessionId: scan._id });
    const { sent } = open({ answers: { [VERIFY]: [answer(scan)] } });
    expect(await screen.findByLabelText('PIN')).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([VERIFY]);
  });

  test('shows that a code is unknown and links to the dashboard', async () => {
    open({
      answers: { [VERIFY]: [refusal(404, 'Invalid QR code or session not found', { code: 'invalid_code' })] },
    });
    expect(await screen.findByText('Invalid QR code or session not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe('/student');
  });

  test('shows teachers the session and that only students can mark', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] }, userType: 'TEACHER' });
    expect(await screen.findByText('Only students mark attendance')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Algorithms' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark My Attendance' })).toBeNull();
  });
});
