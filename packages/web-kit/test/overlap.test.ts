import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError } from '../src/api-error.ts';
import { liveRetryDelay, sendOverlapped } from '../src/live/overlap.ts';

const LIMITS = { overlapMs: 3_000, maxMs: 9_000, stoppedBy: ['session_ended'] };

interface SentRequest {
  signal: AbortSignal;
  answer: (text: string) => void;
  fail: (error: unknown) => void;
}

const start = (outer?: AbortSignal) => {
  const sent: SentRequest[] = [];
  const outcome = jest.fn();
  const work = sendOverlapped(
    LIMITS,
    (signal) =>
      new Promise<string>((resolve, reject) => {
        sent.push({ signal, answer: resolve, fail: reject });
      }),
    outer,
  );
  work.then(outcome, outcome);
  return { sent, outcome };
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

describe('an overlapped request', () => {
  test('is sent once if a response arrives in time', async () => {
    const { sent, outcome } = start();
    sent[0]?.answer('first');
    await pass(60_000);
    expect(outcome).toHaveBeenCalledWith('first');
    expect(sent).toHaveLength(1);
  });

  test('is sent again beside a request without a response, and both end with the first response', async () => {
    const { sent, outcome } = start();
    await pass(3_000);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.signal.aborted).toBe(false);
    sent[1]?.answer('second');
    await pass(0);
    sent[0]?.answer('first');
    await pass(60_000);
    expect(outcome.mock.calls).toEqual([['second']]);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test('uses a late response from a slow network', async () => {
    const { sent, outcome } = start();
    await pass(5_000);
    sent[0]?.answer('first');
    await pass(0);
    expect(outcome).toHaveBeenCalledWith('first');
  });

  test('waits for the second request if the first fails', async () => {
    const { sent, outcome } = start();
    await pass(3_000);
    sent[0]?.fail(new ApiError(502));
    await pass(0);
    expect(outcome).not.toHaveBeenCalled();
    sent[1]?.answer('second');
    await pass(0);
    expect(outcome).toHaveBeenCalledWith('second');
  });

  test.each([
    ['the only one fails', 0, new ApiError(502), 1],
    ['the server stops it', 3_000, new ApiError(409, { code: 'session_ended' }), 2],
  ])('fails when %s', async (_when, ms, error, requests) => {
    const { sent, outcome } = start();
    await pass(ms);
    sent[0]?.fail(error);
    await pass(60_000);
    expect(outcome).toHaveBeenCalledWith(error);
    expect(sent).toHaveLength(requests);
  });

  test('times out after its limit, and leaves no request open', async () => {
    const { sent, outcome } = start();
    await pass(60_000);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }));
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });

  test('ends when its page is left', async () => {
    const leaving = new AbortController();
    const { sent, outcome } = start(leaving.signal);
    leaving.abort(new Error('left'));
    await pass(60_000);
    expect(outcome).toHaveBeenCalledWith(new Error('left'));
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true]);
  });
});

describe('the delay of a live screen', () => {
  test('respects the Retry-After of our server up to 10 s, but not of a proxy', () => {
    expect(liveRetryDelay(new ApiError(503, { code: 'overloaded' }, 8), 0)).toBeGreaterThanOrEqual(8_000);
    expect(liveRetryDelay(new ApiError(503, { code: 'overloaded' }, 300), 0)).toBe(10_000);
    expect(liveRetryDelay(new ApiError(429, {}, 300), 0, 1_500)).toBeLessThanOrEqual(3_500);
    expect(liveRetryDelay(new ApiError(403), 0)).toBeLessThanOrEqual(1_000);
  });
});
