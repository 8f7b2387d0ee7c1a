import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
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

  test('keeps waiting after a reload, until the stored start time', async () => {
    const early = { ...scan, startTime: inMs(2_000), startsInMs: 3_600_000 };
    open({ answers: { [VERIFY]: [answer(early)] }, preferences: only({}) });
    await screen.findByText(/^This class starts /);
    cleanup();
    const { sent } = open({ answers: {}, preferences: only({}) });
    expect(
      await screen.findByRole('button', { name: 'Mark My Attendance' }, { timeout: 10_000 }),
    ).toBeTruthy();
    expect(sent).toEqual([]);
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
