import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LATE_DELIVERY_MINUTES } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { answer, lostConnection, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { simulateSecureContext } from '@qr-attendance/web-kit/testing/secure-browser';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { rememberMarked, wasMarkedHere } from '../src/features/mark/marked-sessions.ts';
import { withDatabase } from '../src/features/mark/pending/database.ts';
import { MARK, only, open, press, record, scan, VERIFY } from './open-marking.tsx';

const LOOK = 'POST /api/attendance/presence-check';
const LIST = 'GET /api/attendance';
const answeredAt = '2026-09-14T09:41:00.000Z';
const answered = { ...record, presenceCheck: { answeredAt } };
const asked = answer({ ...scan, presenceCheck: 'now' });
const later = answer({ ...scan, presenceCheck: 'later' });
const LATER = 'This class asks you to scan again at some point. Watch the screen.';
const recorded = () => `Presence check recorded, ${formatTime(answeredAt)}`;
const marked = () => `You are marked late, ${formatTime(record.timestamp)}`;

beforeEach(() => {
  sessionStorage.clear();
  simulateSecureContext();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe('a presence check', () => {
  test('is answered by the scan alone, without a button press or a PIN', async () => {
    const { sent } = open({ answers: { [VERIFY]: asked, [LOOK]: answer(answered) } });
    const heading = await screen.findByRole('heading', { name: marked() });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText(recorded())).toBeTruthy();
    const answers = sent.filter(({ call }) => call === LOOK);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.body).toMatchObject({
      ticket: scan.ticket,
      madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(answers[0]?.body).not.toHaveProperty('pin');
    expect(sent.some(({ call }) => call === MARK)).toBe(false);
  });

  test('continues with the usual steps if this phone did not mark in this session', async () => {
    rememberMarked({ userId: record.student._id, sessionId: scan._id });
    const needsProofs = refusal(409, 'Confirm that it is you to answer.', {
      code: 'presence_check_needs_proofs',
    });
    const answers = {
      [VERIFY]: asked,
      [LIST]: answer([record]),
      [LOOK]: needsProofs,
      [MARK]: answer(answered, 201),
    };
    open({ answers, preferences: only({}) });
    await press('Mark My Attendance');
    expect(await screen.findByText(recorded())).toBeTruthy();
  });

  test('shows why the server rejected the answer, and what to do next', async () => {
    const over = refusal(409, 'Your class was not asked again when you scanned this code.', {
      code: 'no_presence_check',
    });
    open({ answers: { [VERIFY]: asked, [LOOK]: over } });
    expect(
      await screen.findByText('Your class was not asked again when you scanned this code.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Scan Again' })).toBeTruthy();
  });

  test('is shown as recorded if this page is too old to read the response', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    open({ answers: { [VERIFY]: asked, [LOOK]: answer({}, 201) } });
    expect(await screen.findByRole('heading', { name: 'Attendance Marked!' })).toBeTruthy();
    expect(screen.getByText(/^This page is out of date/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(wasMarkedHere({ userId: record.student._id, sessionId: scan._id })).toBe(true);
  });

  test('is retried automatically until the server has answered', async () => {
    open({ answers: { [VERIFY]: asked, [LOOK]: [refusal(503), answer(answered)] } });
    expect(await screen.findByText(recorded())).toBeTruthy();
  });
});

describe('a presence check without a response', () => {
  const isStored = () => withDatabase((database) => database.getAll('marks'));
  const answersIn = ({ sent }: ReturnType<typeof open>) =>
    sent.filter(({ call }) => call === LOOK).map(({ body }) => body as { ticket: string; madeAt: string });
  /**
   * Loses the response to an answer, leaves the page, and sets the clock to `minutes` after the expiry of the
   * ticket.
   */
  const leaveUnanswered = async (minutes: number) => {
    const server = open({ answers: { [VERIFY]: [asked], [LOOK]: lostConnection } });
    await screen.findByText(/If it reloads, sending continues automatically\.$/);
    cleanup();
    const after = Date.parse(scan.ticketExpiresAt) + minutes * 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(after);
    return answersIn(server)[0];
  };
  const openAgain = (answers: Record<string, Answers>) =>
    open({
      answers: { [VERIFY]: refusal(410, 'This code has expired.'), ...answers },
      preferences: only({}),
    });

  test('is sent again unchanged after a reload, although its ticket has expired', async () => {
    const first = await leaveUnanswered(1);
    const server = openAgain({ [LOOK]: answer(answered) });
    expect(await screen.findByText(recorded())).toBeTruthy();
    expect(answersIn(server)).toEqual([first]);
    expect(server.sent.some(({ call }) => call === VERIFY)).toBe(false);
    await waitFor(async () => expect(await isStored()).toEqual([]));
  });

  test('continues with the usual steps after a reload if this phone did not mark', async () => {
    const first = await leaveUnanswered(1);
    const needsProofs = refusal(409, 'Confirm that it is you to answer.', {
      code: 'presence_check_needs_proofs',
    });
    const server = openAgain({ [LOOK]: needsProofs, [MARK]: answer(answered, 201) });
    await press('Mark My Attendance');
    expect(await screen.findByText(recorded())).toBeTruthy();
    expect(server.sent.find(({ call }) => call === MARK)?.body).toMatchObject({ ticket: first?.ticket });
  });

  test('is stored only as long as the server accepts it', async () => {
    await leaveUnanswered(LATE_DELIVERY_MINUTES);
    const server = openAgain({ [LOOK]: answer(answered) });
    expect(await screen.findByText('This code has expired.')).toBeTruthy();
    expect(answersIn(server)).toEqual([]);
    expect(await isStored()).toEqual([]);
  });

  test('is deleted once the server has rejected it', async () => {
    const over = refusal(409, 'This class has ended.', { code: 'session_ended' });
    open({ answers: { [VERIFY]: asked, [LOOK]: over } });
    expect(await screen.findByText('This class has ended.')).toBeTruthy();
    await waitFor(async () => expect(await isStored()).toEqual([]));
  });
});

describe('a class with a presence check', () => {
  test('announces the check after the mark', async () => {
    open({ answers: { [VERIFY]: later, [MARK]: answer(record, 201) }, preferences: only({}) });
    await press('Mark My Attendance');
    expect(await screen.findByText(LATER)).toBeTruthy();
  });

  test('announces the check to a student who scans too early', async () => {
    rememberMarked({ userId: record.student._id, sessionId: scan._id });
    open({ answers: { [VERIFY]: later, [LIST]: answer([record]) } });
    expect(await screen.findByRole('heading', { name: marked() })).toBeTruthy();
    expect(screen.getByText(LATER)).toBeTruthy();
  });

  test('shows nothing about the check in other classes', async () => {
    open({ answers: { [VERIFY]: answer(scan), [MARK]: answer(record, 201) }, preferences: only({}) });
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(screen.queryByText(LATER)).toBeNull();
  });
});
