import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FreshCode } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { act, renderHook } from '@testing-library/react';
import { freshCode, type RefreshInterval } from '../src/shared/code/rotation.ts';
import { useRotatingCode } from '../src/shared/code/use-rotating-code.ts';

const START = Date.parse('2026-09-14T09:00:00.000Z');
const AHEAD = 2;

interface Renewal {
  replaces: string;
  refreshInterval?: RefreshInterval;
}

/** The name of a code contains the number of refreshes and the window. */
const createServer = () => {
  const renewals: Renewal[] = [];
  let current = { refreshes: 0, issuedAt: START, interval: 30 as RefreshInterval };
  let answer = async (code: FreshCode): Promise<FreshCode> => code;
  const read = (): FreshCode => {
    const { refreshes, issuedAt, interval } = current;
    const window = Math.floor((Date.now() - issuedAt) / (interval * 1000));
    const until = issuedAt + (window + 1) * interval * 1000;
    return {
      qrCode: `C${refreshes}.${window}`,
      refreshInterval: interval,
      codeExpiresAt: new Date(until).toISOString(),
      shownForMs: until - Date.now(),
      nextCodes: Array.from({ length: AHEAD }, (_, index) => `C${refreshes}.${window + 1 + index}`),
    };
  };
  return {
    renewals,
    read,
    answerWith: (next: typeof answer) => void (answer = next),
    refresh: (renewal: Renewal): Promise<FreshCode> => {
      renewals.push(renewal);
      const interval = renewal.refreshInterval ?? current.interval;
      if (renewal.replaces === read().qrCode || interval !== current.interval)
        current = { refreshes: current.refreshes + 1, issuedAt: Date.now(), interval };
      return answer(read());
    },
  };
};

const fail = () => Promise.reject(new TypeError('network'));
const hang = () => new Promise<FreshCode>(() => {});

const start = () => {
  const server = createServer();
  const { nextCodes: _ahead, ...loaded } = server.read();
  const known = freshCode(loaded, Date.now());
  const view = renderHook((props) => useRotatingCode(props), {
    initialProps: { known, refresh: server.refresh },
  });
  return { server, known, ...view };
};

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => void jest.useFakeTimers({ now: START }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a rotating code', () => {
  test('counts down and requests each next code when due', async () => {
    const { server, result } = start();
    expect(result.current).toMatchObject({ qrCode: 'C0.0', secondsLeft: 30 });
    await pass(10);
    expect(result.current).toMatchObject({ qrCode: 'C0.0', secondsLeft: 20 });
    await pass(20);
    expect(result.current).toMatchObject({ qrCode: 'C0.1', secondsLeft: 30 });
    await pass(30);
    expect(result.current.qrCode).toBe('C0.2');
    expect(server.renewals).toEqual([{ replaces: '' }, { replaces: 'C0.0' }, { replaces: 'C0.1' }]);
  });

  test.each([
    ['never answered', hang],
    ['lost', fail],
    ['rejected by a proxy', () => Promise.reject(new ApiError(403))],
    ['answered by a proxy’s page', () => Promise.reject(new SyntaxError('JSON'))],
  ])('continues with prefetched codes while its requests are %s', async (_how, answer) => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    await pass(10);
    server.answerWith(answer);
    await pass(20);
    expect(result.current).toMatchObject({ qrCode: 'C0.1', secondsLeft: 30, stopped: false });
    await pass(30);
    expect(result.current).toMatchObject({ qrCode: 'C0.2', secondsLeft: 30, stopped: false });
  });

  test('restarts at once when the interval changes', async () => {
    const { server, result } = start();
    await pass(10);
    act(() => result.current.changeInterval(120));
    expect(result.current.refreshInterval).toBe(120);
    await pass(0);
    expect(result.current).toMatchObject({ qrCode: 'C1.0', secondsLeft: 120, refreshInterval: 120 });
    await pass(119);
    expect(server.renewals.slice(1)).toEqual([{ replaces: 'C0.0', refreshInterval: 120 }]);
    await pass(1);
    expect(server.renewals.slice(2)).toEqual([{ replaces: 'C1.0' }]);
  });

  test('only logs a failure and retries within 5 s', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    server.answerWith(fail);
    await pass(1);
    expect(result.current).toMatchObject({ qrCode: 'C0.0', secondsLeft: 29, stopped: false });
    expect(warn).toHaveBeenCalledTimes(1);
    await pass(29);
    server.answerWith(async (code) => code);
    await pass(5);
    expect(result.current).toMatchObject({ qrCode: 'C0.1', secondsLeft: 25 });
  });

  test('can be replaced early, even if the first request fails', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    await pass(10);
    server.answerWith(fail);
    act(() => result.current.renew());
    await pass(0);
    server.answerWith(async (code) => code);
    await pass(5);
    expect(result.current.qrCode).toBe('C1.0');
    const replaced = server.renewals.slice(1).map(({ replaces }) => replaces);
    expect(new Set(replaced)).toEqual(new Set(['C0.0']));
  });

  test('returns to the current interval if changing it failed', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    server.answerWith(fail);
    act(() => result.current.changeInterval(300));
    await pass(0);
    expect(result.current.refreshInterval).toBe(30);
  });

  test('stops when the server reports that the session has ended', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    const ended = new ApiError(409, { error: 'This session has ended', code: 'session_ended' });
    server.answerWith(() => Promise.reject(ended));
    await pass(1);
    expect(result.current.stopped).toBe(true);
    await pass(60);
    expect(server.renewals).toHaveLength(1);
  });

  test('uses a newer code from a refetch', async () => {
    const { server, result, rerender } = start();
    await pass(10);
    server.answerWith(hang);
    const other = {
      qrCode: 'OTHER',
      refreshInterval: 15,
      codeExpiresAt: new Date(START + 25_000).toISOString(),
    } as const;
    rerender({ known: freshCode(other, Date.now()), refresh: server.refresh });
    expect(result.current).toMatchObject({ qrCode: 'OTHER', secondsLeft: 15 });
  });

  test('keeps prefetched codes when a refetch contains one of them', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result, rerender } = start();
    await pass(10);
    server.answerWith(fail);
    await pass(21);
    const { nextCodes: _ahead, ...loaded } = server.read();
    rerender({ known: freshCode(loaded, Date.now()), refresh: server.refresh });
    expect(result.current.qrCode).toBe('C0.1');
    await pass(30);
    expect(result.current.qrCode).toBe('C0.2');
  });

  test('uses the next code even if another replica with a slower clock responds', async () => {
    const server = createServer();
    const codeExpiresAt = new Date(START + 150_000).toISOString();
    const known = freshCode(
      { qrCode: 'AHEAD', refreshInterval: 30, codeExpiresAt, shownForMs: 30_000 },
      Date.now(),
    );
    const { result } = renderHook(() => useRotatingCode({ known, refresh: server.refresh }));
    await pass(30);
    expect(result.current).toMatchObject({ qrCode: 'C0.1', secondsLeft: 30 });
    await pass(30);
    expect(result.current).toMatchObject({ qrCode: 'C0.2', secondsLeft: 30 });
  });

  test('requests the next code when due if the server sends no codes in advance', async () => {
    const { server, result } = start();
    server.answerWith(async ({ nextCodes: _ahead, ...code }) => code);
    await pass(29);
    expect(server.renewals).toHaveLength(1);
    await pass(1);
    expect(result.current.qrCode).toBe('C0.1');
    expect(server.renewals).toHaveLength(2);
  });

  test('stops after the page is left', async () => {
    const { server, unmount } = start();
    unmount();
    await pass(120);
    expect(server.renewals).toEqual([]);
  });
});
