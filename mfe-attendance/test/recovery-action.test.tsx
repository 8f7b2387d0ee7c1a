import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { asking, enterPin, MARK, only, open, press, scan, VERIFY } from './open-marking.tsx';

const security = '/student/security?return=%2Fattendance%2FK7M29QXB';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const markRefused = async (status: number, code: string, onReload?: () => void) => {
  const answers = { [VERIFY]: [answer(scan)], [MARK]: [refusal(status, 'Server text.', { code })] };
  const server = open({ answers, preferences: only({}), ...(onReload && { onReload }) });
  await press('Mark My Attendance');
  await screen.findByText('Server text.');
  return server;
};

describe('a rejected mark', () => {
  test.each([
    ['ticket_invalid', 'Scan Again', '/student/scan'],
    ['ticket_not_yours', 'Scan Again', '/student/scan'],
    ['not_enrolled', 'Enroll in Courses', '/student/enroll'],
    ['unknown_device', 'Open Security Settings', security],
    ['pin_not_set', 'Open Security Settings', security],
    ['passkey_not_set', 'Open Security Settings', security],
  ])('with the code %s offers: %s', async (code, name, href) => {
    await markRefused(403, code);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
    expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeTruthy();
  });

  test.each([
    [409, 'session_ended', /while the class is running/],
    [409, 'session_canceled', /Ask your teacher/],
    [409, 'session_not_begun', /Wait until the class begins/],
    [409, 'device_already_used', /Use your own/],
    [403, 'device_signature_missing', /https address/],
    [403, 'outside_network', /campus Wi-Fi/],
  ])('with status %i and the code %s shows what helps, and offers a retry', async (status, code, hint) => {
    await markRefused(status, code);
    expect(screen.getByText(hint)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  test.each(['device_cooling_down', 'passkey_cooling_down'])(
    'with the code %s can be retried with the reloaded profile once the teacher has confirmed the device',
    async (code) => {
      let reloads = 0;
      const { sent } = await markRefused(403, code, () => void (reloads += 1));
      await press('Try Again');
      await waitFor(() => expect(sent.filter(({ call }) => call === MARK)).toHaveLength(2));
      expect(reloads).toBe(1);
    },
  );

  test('asks for the PIN once the teacher has confirmed the new device', async () => {
    const { sent } = open({
      answers: {
        [VERIFY]: [answer({ ...scan, requires: asking({ requirePin: true, requireDevice: true }) })],
        [MARK]: [refusal(403, 'This device is new.', { code: 'device_cooling_down' })],
      },
      device: { countsFrom: new Date(Date.now() + 86_400_000).toISOString() },
      onReload: (profile) => ({
        ...profile,
        registeredDevices: profile.registeredDevices.map((device) => ({
          ...device,
          countsFrom: '2026-09-01T09:00:00.000Z',
        })),
      }),
    });
    await press('Ask my teacher to confirm it');
    expect(await screen.findByRole('heading', { name: 'Your teacher sees your request' })).toBeTruthy();
    await press('Try Again');
    expect(await screen.findByLabelText('PIN')).toBeTruthy();
    expect(sent.filter(({ call }) => call === MARK)).toHaveLength(1);
  });

  test('leads to the PIN if it was tried too early, and asked for again once the device is confirmed', async () => {
    let isConfirmed = false;
    open({
      answers: {
        [VERIFY]: [answer({ ...scan, requires: asking({ requirePin: true, requireDevice: true }) })],
        [MARK]: [
          refusal(403, 'This device is new.', { code: 'device_cooling_down' }),
          refusal(403, 'Your attendance PIN is required.', { code: 'pin_required' }),
        ],
      },
      device: { countsFrom: new Date(Date.now() + 86_400_000).toISOString() },
      onReload: (profile) => ({
        ...profile,
        registeredDevices: profile.registeredDevices.map((device) =>
          isConfirmed ? { ...device, countsFrom: '2026-09-01T09:00:00.000Z' } : device,
        ),
      }),
    });
    await press('Ask my teacher to confirm it');
    await press('Try Again');
    await screen.findByRole('button', { name: 'Ask my teacher to confirm it' });
    isConfirmed = true;
    await press('Ask my teacher to confirm it');
    expect(await screen.findByLabelText('PIN')).toBeTruthy();
  });

  test('is announced to screen readers and takes the keyboard focus', async () => {
    await markRefused(409, 'session_ended');
    expect(screen.getByRole('alert').textContent).toContain('Server text.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Error' }));
  });

  test('returns to the location step if the student is too far away', async () => {
    await markRefused(403, 'outside_radius');
    expect(screen.getByRole('button', { name: 'Verify My Location' })).toBeTruthy();
  });

  test('returns to the location step if the position is too inaccurate, with advice', async () => {
    await markRefused(403, 'location_inaccurate');
    expect(screen.getByText(/Go near a window/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Verify My Location' })).toBeTruthy();
  });

  test('returns to the PIN step after too many wrong PINs, and shows how long to wait', async () => {
    const locked = refusal(429, 'Too many wrong PINs. Try again in 15 min.', { code: 'pin_locked' });
    open({ answers: { [VERIFY]: [answer(scan)], [MARK]: [locked] } });
    await enterPin('1111');
    await press('Mark My Attendance');
    expect(await screen.findByText(/Try again in 15 min/)).toBeTruthy();
    expect(screen.getByText(/Then scan the code again/)).toBeTruthy();
    expect(screen.getByLabelText('PIN')).toBeTruthy();
  });
});

describe('requirements known before the mark', () => {
  const openUnder = (
    requires: Parameters<typeof asking>[0],
    setup: Partial<Parameters<typeof open>[0]> = {},
  ) =>
    open({
      answers: { [VERIFY]: [answer({ ...scan, requires: asking(requires) })] },
      preferences: only({}),
      ...setup,
    });

  test('explain what to do if the session requires a passkey and the student has none', async () => {
    openUnder({ requirePasskey: true });
    expect(await screen.findByText('Add a passkey')).toBeTruthy();
    expect(screen.getByText(/ask your teacher to mark you manually/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open Security Settings' });
    expect(link.getAttribute('href')).toBe(`${security}&asks=passkey`);
  });

  test('show when a new device becomes usable', async () => {
    openUnder({ requireDevice: true }, { device: { countsFrom: '2099-09-14T09:05:00.000Z' } });
    expect(await screen.findByText(/^You can use this device from .*14 Sep 2099, \d+:\d\d$/)).toBeTruthy();
    expect(screen.getByText(/use another of your devices/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark My Attendance' })).toBeNull();
  });

  test('include the PIN that the session requires, whatever the student’s preferences', async () => {
    openUnder({ requirePin: true });
    expect(await screen.findByRole('heading', { name: 'PIN Verification' })).toBeTruthy();
  });
});
