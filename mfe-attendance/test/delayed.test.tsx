import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { answer, lostConnection, refusal, type Answer, type Answers } from '@qr-attendance/web-kit/testing';
import { MARK, only, open, press, record, scan, VERIFY } from './open-marking.tsx';
import { confirmed, putReader, takeReaderAway } from './reader.ts';

const CHALLENGE = 'POST /api/attendance/passkey-challenge';
const challenge = (text: string) => answer({ challenge: text, userVerification: 'required' });
const passkeys = [
  {
    id: '2f0c8a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e',
    name: 'Phone',
    createdAt: '2026-09-01T09:00:00.000Z',
    countsFrom: '2026-09-01T09:00:00.000Z',
  },
];
const marks = ({ sent }: ReturnType<typeof open>) => sent.filter(({ call }) => call === MARK).length;
const openAndMark = async (...answers: Answer[]) => {
  const server = open({
    answers: { [VERIFY]: [answer(scan)], [MARK]: answers },
    preferences: only({}),
  });
  await press('Mark My Attendance');
  return server;
};
const openWithPasskey = (answers: Record<string, Answers>) =>
  open({
    answers: { [VERIFY]: [answer(scan)], ...answers },
    preferences: only({ requireBiometric: true }),
    passkeys,
  });
const putClock = () => {
  const clock = { ahead: 0 };
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + clock.ahead);
  return clock;
};
const isOnline = (online: boolean) =>
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: online });

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  takeReaderAway();
  isOnline(true);
  jest.restoreAllMocks();
});

describe('a mark without a response', () => {
  test('is shown as neither failed nor recorded, and is retried automatically', async () => {
    const server = await openAndMark(lostConnection, answer(record, 201));
    expect(await screen.findByRole('heading', { name: 'Not confirmed yet' })).toBeTruthy();
    expect(screen.getByText('The server has not answered.')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('Trying again in 1 s');
    expect(screen.queryByText('Attendance Marked!')).toBeNull();
    expect(await screen.findByText('Attendance Marked!', {}, { timeout: 3_000 })).toBeTruthy();
    expect(marks(server)).toBe(2);
  });

  test('is retried immediately on request', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const server = await openAndMark(lostConnection, lostConnection, lostConnection, answer(record, 201));
    await press('Try now');
    await press('Try now');
    await press('Try now');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(marks(server)).toBe(4);
  });

  test('is shown as not sent while offline, and is sent on reconnecting', async () => {
    isOnline(false);
    const server = await openAndMark(lostConnection, answer(record, 201));
    expect(await screen.findByRole('heading', { name: 'Not sent yet' })).toBeTruthy();
    expect(screen.getByText('This phone has no connection.')).toBeTruthy();
    isOnline(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Attendance Marked!', {}, { timeout: 400 })).toBeTruthy();
    expect(marks(server)).toBe(2);
  });

  test('waits as long as a busy server requests, and offers no early retry', async () => {
    await openAndMark(refusal(503, 'Too many people.', { code: 'overloaded' }), answer(record, 201));
    expect(await screen.findByText(/^The server is busy, trying again in \d s$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  });

  test('is not retried after the server rejects it', async () => {
    const server = await openAndMark(
      lostConnection,
      refusal(409, 'This class has ended.', { code: 'session_ended' }),
    );
    await press('Try now');
    expect(await screen.findByText('This class has ended.')).toBeTruthy();
    expect(screen.queryByText('Not confirmed yet')).toBeNull();
    expect(marks(server)).toBe(2);
  });

  test('is not retried after the page is left', async () => {
    const server = await openAndMark(lostConnection);
    await screen.findByText('The server has not answered.');
    cleanup();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(marks(server)).toBe(1);
  });

  test('is delivered even after its ticket expires, and needs a new scan once delivery is too late', async () => {
    const clock = putClock();
    const server = await openAndMark(lostConnection, lostConnection, lostConnection);
    await screen.findByText('The server has not answered.');
    const before = marks(server);
    clock.ahead = 300_000;
    await press('Try now');
    await waitFor(() => expect(marks(server)).toBeGreaterThan(before));
    await screen.findByText('The server has not answered.');
    clock.ahead = 900_000;
    await press('Try now');
    expect(await screen.findByText('Your scan expired before the server answered.')).toBeTruthy();
    expect(screen.getByText(/it counts only once/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Scan Again' })).toBeTruthy();
  });
});

describe('a passkey on a weak network', () => {
  test('is requested again by a button after its assertion has expired', async () => {
    const clock = putClock();
    const { challenges } = putReader(confirmed, confirmed);
    const server = openWithPasskey({
      [CHALLENGE]: [challenge('AAAA'), challenge('BBBB')],
      [MARK]: [lostConnection, answer(record, 201)],
    });
    await press('Mark My Attendance');
    await screen.findByText('The server has not answered.');
    clock.ahead = 60_000;
    await press('Try now');
    expect(await screen.findByRole('heading', { name: 'Confirm that it is you' })).toBeTruthy();
    expect(challenges).toEqual(['AAAA']);
    expect(marks(server)).toBe(1);
    await press('Confirm and send');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(challenges).toEqual(['AAAA', 'BBBB']);
  });

  test('is requested by a button if its challenge arrived late', async () => {
    const { challenges } = putReader(confirmed);
    const server = openWithPasskey({
      [CHALLENGE]: [lostConnection, challenge('AAAA'), challenge('BBBB')],
      [MARK]: [answer(record, 201)],
    });
    await press('Mark My Attendance');
    await press('Try now');
    await press('Confirm and send');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(challenges).toEqual(['BBBB']);
    expect(marks(server)).toBe(1);
  });
});
