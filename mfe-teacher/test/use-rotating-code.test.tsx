import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FreshCode } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { act, renderHook } from '@testing-library/react';
import { freshCode, type RefreshInterval } from '../src/shared/code/rotation.ts';
import { useRotatingCode } from '../src/shared/code/use-rotating-code.ts';

const START = Date.parse('2026-09-14T09:00:00.000Z');

const createServer = () => {
  const asked: (RefreshInterval | undefined)[] = [];
  let interval: RefreshInterval = 30;
  let failure: Error | undefined;
  const createCode = (): FreshCode => ({
    qrCode: `C${asked.length}`,
    refreshInterval: interval,
    codeExpiresAt: new Date(Date.now() + interval * 1000).toISOString(),
  });
  return {
    asked,
    createCode,
    failWith: (error: Error | undefined) => void (failure = error),
    refresh: async (wanted?: RefreshInterval) => {
      asked.push(wanted);
      if (failure) throw failure;
      interval = wanted ?? interval;
      return createCode();
    },
  };
};

const start = () => {
  const server = createServer();
  const known = freshCode(server.createCode(), Date.now());
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

describe('rotating code', () => {
  test('counts down and requests each next code when due', async () => {
    const { server, result } = start();
    expect(result.current).toMatchObject({ qrCode: 'C0', secondsLeft: 30 });
    await pass(10);
    expect(result.current).toMatchObject({ qrCode: 'C0', secondsLeft: 20 });
    await pass(20);
    expect(result.current).toMatchObject({ qrCode: 'C1', secondsLeft: 30 });
    await pass(30);
    expect(result.current.qrCode).toBe('C2');
    expect(server.asked).toEqual([undefined, undefined]);
  });

  test('starts over at once with another interval', async () => {
    const { server, result } = start();
    await pass(10);
    act(() => result.current.changeInterval(120));
    expect(result.current.refreshInterval).toBe(120);
    await pass(0);
    expect(result.current).toMatchObject({ qrCode: 'C1', secondsLeft: 120, refreshInterval: 120 });
    await pass(119);
    expect(server.asked).toEqual([120]);
    await pass(1);
    expect(server.asked).toEqual([120, undefined]);
  });

  test('only logs a failure and retries 5 s later', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    server.failWith(new TypeError('network'));
    await pass(30);
    expect(result.current).toMatchObject({ qrCode: 'C0', secondsLeft: 0, stopped: false });
    expect(warn).toHaveBeenCalledTimes(1);
    server.failWith(undefined);
    await pass(5);
    expect(result.current).toMatchObject({ qrCode: 'C2', secondsLeft: 30 });
  });

  test('returns to the current interval if changing it failed', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    server.failWith(new TypeError('network'));
    act(() => result.current.changeInterval(300));
    await pass(0);
    expect(result.current.refreshInterval).toBe(30);
  });

  test('stops when the server refuses because the session has ended', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { server, result } = start();
    server.failWith(new ApiError(409, { error: 'This session has ended', code: 'session_ended' }));
    await pass(30);
    expect(result.current.stopped).toBe(true);
    await pass(60);
    expect(server.asked).toHaveLength(1);
  });

  test('uses a newer code from a refetch', async () => {
    const { server, result, rerender } = start();
    await pass(10);
    const other = {
      qrCode: 'OTHER',
      refreshInterval: 15,
      codeExpiresAt: new Date(START + 25_000).toISOString(),
    } as const;
    rerender({ known: freshCode(other, Date.now()), refresh: server.refresh });
    expect(result.current).toMatchObject({ qrCode: 'OTHER', secondsLeft: 15 });
    await pass(15);
    expect(server.asked).toEqual([undefined]);
  });

  test('uses the next code if the replica that answers has a slower clock than the one before', async () => {
    const server = createServer();
    const codeExpiresAt = new Date(START + 150_000).toISOString();
    const known = freshCode({ ...server.createCode(), codeExpiresAt }, Date.now());
    const { result } = renderHook(() => useRotatingCode({ known, refresh: server.refresh }));
    await pass(30);
    expect(result.current).toMatchObject({ qrCode: 'C1', secondsLeft: 30 });
    await pass(30);
    expect(result.current).toMatchObject({ qrCode: 'C2', secondsLeft: 30 });
  });

  test('requests the next code when due if the server returned the same code before', async () => {
    const known = freshCode(createServer().createCode(), Date.now());
    const refresh = jest.fn<() => Promise<FreshCode>>(async () => ({
      qrCode: 'C0',
      refreshInterval: 30,
      codeExpiresAt: new Date(START + 30_000).toISOString(),
      shownForMs: START + 30_000 - Date.now(),
    }));
    const { result } = renderHook(() => useRotatingCode({ known, refresh }));
    await pass(1);
    act(() => result.current.renew());
    await pass(28);
    expect(refresh).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test('stops after the page is left', async () => {
    const { server, unmount } = start();
    unmount();
    await pass(120);
    expect(server.asked).toEqual([]);
  });
});
