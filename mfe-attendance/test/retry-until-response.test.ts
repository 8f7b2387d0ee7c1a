import { describe, expect, test } from '@jest/globals';
import { ApiError } from '@qr-attendance/web-kit';
import {
  createRetryUntilResponse,
  UnmountedError,
  DeadlineExceededError,
} from '../src/features/mark/retry-until-response.ts';

const NOW = 1_000_000;
const noAnswer = () => new ApiError(0);

const start = (ends: (Error | string)[], { awake = [] as boolean[], leaveAfter = Infinity } = {}) => {
  const clock = { now: NOW };
  const pauses: { ms: number; ignoresWake: boolean }[] = [];
  const shown: string[] = [];
  const page = new AbortController();
  let sent = 0;
  const untilAnswered = createRetryUntilResponse({
    now: () => clock.now,
    random: () => 1,
    isOnline: () => true,
    signal: page.signal,
    dispatch: (event) => shown.push(event.type === 'waiting' ? event.because : event.type),
    pause: async (ms, _signal, ignoresWake = false) => {
      pauses.push({ ms, ignoresWake });
      clock.now += ms;
      return awake.shift() ?? false;
    },
  });
  const send = async () => {
    sent += 1;
    if (sent >= leaveAfter) page.abort();
    const end = ends.shift() ?? noAnswer();
    if (end instanceof Error) throw end;
    return end;
  };
  return { untilAnswered, send, pauses, shown, sent: () => sent };
};
const limits = { ticket: NOW + 300_000 };

describe('retrying a call', () => {
  test('repeats the call with growing pauses until there is a response', async () => {
    const { untilAnswered, send, pauses, shown } = start([noAnswer(), noAnswer(), 'marked']);
    expect(await untilAnswered(send, limits)).toBe('marked');
    expect(pauses.map(({ ms }) => ms)).toEqual([1000, 2000]);
    expect(shown).toEqual(['marking', 'no-answer', 'marking', 'no-answer', 'marking']);
  });

  test('does not repeat a rejected call', async () => {
    const refusal = new ApiError(403, { code: 'wrong_pin' });
    const { untilAnswered, send, pauses } = start([refusal]);
    await expect(untilAnswered(send, limits)).rejects.toBe(refusal);
    expect(pauses).toEqual([]);
  });

  test('starts again with short pauses after a pause was cut short', async () => {
    const ends = [noAnswer(), noAnswer(), noAnswer(), 'marked'];
    const { untilAnswered, send, pauses } = start(ends, { awake: [false, true] });
    await untilAnswered(send, limits);
    expect(pauses.map(({ ms }) => ms)).toEqual([1000, 2000, 1000]);
  });

  test('does not shorten a pause that the server requested', async () => {
    const busy = new ApiError(503, { code: 'busy' }, 7);
    const { untilAnswered, send, pauses } = start([busy, 'marked']);
    await untilAnswered(send, limits);
    expect(pauses).toEqual([{ ms: 9000, ignoresWake: true }]);
  });

  test('stops when the ticket expires, but always makes one call', async () => {
    const late = start([]);
    await expect(late.untilAnswered(late.send, { ticket: NOW + 2_500 })).rejects.toMatchObject({
      what: 'ticket',
    });
    expect(late.pauses.map(({ ms }) => ms)).toEqual([1000, 1500]);
    const fast = start(['marked']);
    expect(await fast.untilAnswered(fast.send, { ticket: NOW - 600_000 })).toBe('marked');
    const fastAndCutOff = start([noAnswer()]);
    await expect(
      fastAndCutOff.untilAnswered(fastAndCutOff.send, { ticket: NOW - 600_000 }),
    ).rejects.toBeInstanceOf(DeadlineExceededError);
    expect(fastAndCutOff.sent()).toBe(1);
  });

  test('stops earlier when the passkey assertion expires', async () => {
    const { untilAnswered, send } = start([]);
    await expect(untilAnswered(send, { ...limits, passkey: NOW + 1_500 })).rejects.toMatchObject({
      what: 'passkey',
    });
  });

  test('stops when the page is left, but uses a response still in flight', async () => {
    const cutOff = start([noAnswer()], { leaveAfter: 1 });
    await expect(cutOff.untilAnswered(cutOff.send, limits)).rejects.toBeInstanceOf(UnmountedError);
    expect(cutOff.pauses).toEqual([]);
    const answered = start(['marked'], { leaveAfter: 1 });
    expect(await answered.untilAnswered(answered.send, limits)).toBe('marked');
  });
});
