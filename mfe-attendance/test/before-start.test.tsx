import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { timesAt } from '@qr-attendance/web-kit/testing/verified-scan';
import { cleanup, screen } from '@testing-library/react';
import { only, open, scan, VERIFY } from './open-marking.tsx';

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe('scanning before the start', () => {
  test('waits on the page and continues automatically at the start', async () => {
    // This device's clock is an hour slow, so the server's count decides.
    const early = { ...scan, startTime: inMs(3_600_000), startsInMs: 1_000 };
    open({ answers: { [VERIFY]: [answer(early)] }, preferences: only({}) });
    expect(await screen.findByText(/^This class starts /)).toBeTruthy();
    expect(screen.getByText(/Stay on this page/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(
      await screen.findByRole('button', { name: 'Mark My Attendance' }, { timeout: 10_000 }),
    ).toBeTruthy();
  });

  test('keeps waiting after a reload, until the start by the server’s clock', async () => {
    const ticketExpiresAt = inMs(3_720_000);
    const early = { ...scan, startTime: inMs(3_600_000), startsInMs: 2_000, ticketExpiresAt };
    open({ answers: { [VERIFY]: [answer(early)] }, preferences: only({}) });
    await screen.findByText(/^This class starts /);
    cleanup();
    const { sent } = open({ answers: {}, preferences: only({}) });
    expect(
      await screen.findByRole('button', { name: 'Mark My Attendance' }, { timeout: 10_000 }),
    ).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test('does not wait for a start that only a slow device has not reached', async () => {
    const running = { ...scan, ...timesAt(Date.now() + 3_600_000) };
    open({ answers: { [VERIFY]: [answer(running)] }, preferences: only({}) });
    expect(await screen.findByRole('button', { name: 'Mark My Attendance' })).toBeTruthy();
    cleanup();
    open({ answers: {}, preferences: only({}) });
    expect(await screen.findByRole('button', { name: 'Mark My Attendance' })).toBeTruthy();
  });

  test('shows when the class starts if the code is not open yet', async () => {
    const notOpen = refusal(409, 'This code opens 15 min before the class starts.', {
      code: 'session_not_open',
      startTime: inMs(48 * 3_600_000),
    });
    open({ answers: { [VERIFY]: [notOpen] } });
    expect(await screen.findByText(/The code does not work yet/)).toBeTruthy();
  });
});
