import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { BURST_WINDOW_MS, routes, type BurstCodes } from '@qr-attendance/contracts';
import { ApiError, burstCodesRequest, createApiClient, sendOverlapped } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, hangingAnswer } from '@qr-attendance/web-kit/testing';
import { act, cleanup, renderHook, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { ProjectorPage } from '../src/features/session/pages/projector-page.tsx';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { useBurstCodes } from '../src/shared/burst-code/use-burst-codes.ts';
import { renderTeacher } from './render-teacher.tsx';
import { rosterOf, sessionId as id, sessionOf } from './samples.ts';

/** The server's response `behindMs` milliseconds after the start of a window. */
const wallAt = (now: number, behindMs = 0): BurstCodes => ({
  windowMs: BURST_WINDOW_MS,
  codes: Array.from({ length: 14 }, (_, n) => ({
    code: `CODE${String(Math.floor(now / BURST_WINDOW_MS) + n).padStart(6, '0')}`,
    inMs: n * BURST_WINDOW_MS - behindMs,
  })),
  words: [{ words: ['river', 'lamp'], inMs: -behindMs }],
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a burst code on screen', () => {
  const start = (failures: Error[] = []) => {
    jest.useFakeTimers();
    const ask = jest.fn(async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return wallAt(performance.now(), performance.now() % BURST_WINDOW_MS);
    });
    const view = renderHook(() => useBurstCodes(ask));
    const changes: { code: string | undefined; at: number }[] = [];
    const watch = async (ms: number) => {
      for (let at = 0; at < ms; at += 50) {
        await act(() => jest.advanceTimersByTimeAsync(50));
        const { shown } = view.result.current;
        if (shown?.code !== changes.at(-1)?.code) changes.push({ code: shown?.code, at: performance.now() });
      }
    };
    return { ...view, ask, changes, watch };
  };

  test('changes by the server’s clock at most twice a second, and is fetched in advance', async () => {
    const { ask, changes, watch, result } = start();
    await watch(12_000);
    expect(result.current.shown?.words).toEqual(['river', 'lamp']);
    const gaps = changes.slice(1).map(({ at }, place) => at - (changes[place]?.at ?? 0));
    expect(changes.length).toBeGreaterThanOrEqual(15);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(500);
    expect(ask).toHaveBeenCalledTimes(4);
  });

  test('survives a lost response, and is hidden once it expires during a longer outage', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    const { ask, watch, result } = start();
    await watch(500);
    ask.mockRejectedValue(new ApiError(0));
    await watch(8_000);
    expect(result.current.shown).toBeDefined();
    await watch(4_000);
    expect(result.current).toEqual({ shown: undefined, stopped: false, wordsRefused: 0 });
  });

  test('is refetched before it runs out, whatever the number of failures, and when a busy server allows it', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const { ask, watch } = start();
    await watch(500);
    ask.mockRejectedValue(new ApiError(0));
    // Requests follow 4 s after the first one, then after 1 s, and every 1.5 s after that.
    await watch(9_500);
    expect(ask).toHaveBeenCalledTimes(6);
    ask.mockRejectedValue(new ApiError(503, { code: 'overloaded' }, 9));
    await watch(10_000);
    expect(ask).toHaveBeenCalledTimes(7);
  });

  test.each(['never answered', 'rejected by a proxy'])(
    'stays on screen while every second request is %s',
    async (how) => {
      jest.spyOn(console, 'warn').mockReturnValue();
      jest.useFakeTimers();
      let requests = 0;
      const server = fakeApi({
        [callOf(routes.session.getBurstCodes)]: () => {
          requests += 1;
          if (requests % 2 === 1)
            return answer(wallAt(performance.now(), performance.now() % BURST_WINDOW_MS));
          return how === 'never answered' ? hangingAnswer : answer('<h1>Proxy</h1>', 403);
        },
      });
      const api = createApiClient({ getToken: () => 'token', renew: async () => 'token' });
      const request = burstCodesRequest;
      const ask = (left: AbortSignal) =>
        sendOverlapped(request, (signal) => api.call(request.route, { params: { id }, signal }), left);
      const { result } = renderHook(() => useBurstCodes(ask));
      await act(() => jest.advanceTimersByTimeAsync(500));
      for (let at = 0; at < 60_000; at += 250) {
        await act(() => jest.advanceTimersByTimeAsync(250));
        expect(result.current.shown?.code).toBeDefined();
      }
      expect(server.sent.length).toBeGreaterThan(15);
    },
  );

  test('stops when the server rejects the request', async () => {
    const { watch, result, ask } = start([new ApiError(409, { code: 'session_ended' })]);
    await watch(10_000);
    expect(result.current).toEqual({ shown: undefined, stopped: true, wordsRefused: 0 });
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

describe('a session with a burst code', () => {
  const policy = { requirePin: false, requireDevice: false, requireSelfie: false, requirePasskey: false };
  const running = sessionOf({
    qrCode: 'ABCD1234',
    codeExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    refreshInterval: 60,
    policy: { ...policy, networks: [], burstCodes: true },
  });
  const start = (path: string) => {
    const server = fakeApi({
      [callOf(routes.session.getSession)]: answer(running),
      [callOf(routes.session.getBurstCodes)]: () => answer(wallAt(0)),
      [callOf(routes.attendance.getRoster)]: answer(rosterOf([])),
    });
    renderTeacher(
      <Routes>
        <Route path="/teacher/sessions/:sessionId/projector" element={<ProjectorPage />} />
        <Route path="/teacher/sessions/:sessionId" element={<SessionPage />} />
      </Routes>,
      `/sessions/${id}${path}`,
    );
    return server;
  };

  test.each([
    ['on the projector', '/projector'],
    ['on the session page', ''],
  ])('shows the burst code %s with the words beside it, and no static code', async (_where, path) => {
    start(path);
    const qr = await screen.findByRole('img', { name: 'QR code to mark attendance' });
    expect(qr.getAttribute('data-qr')).toMatch(/\/attendance\/CODE\d{6}$/);
    const words = [...screen.getByTestId('live-words').children].map(({ textContent }) => textContent);
    expect(words).toEqual(['river', 'lamp']);
    expect(screen.queryByTestId('typed-code')).toBeNull();
    expect(screen.queryByText(/ABCD/)).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  test.each([
    ['on the projector', '/projector'],
    ['on the session page', ''],
  ])('shows no words %s if they are switched off', async (_where, path) => {
    const server = start(path);
    server.give(callOf(routes.session.getBurstCodes), answer({ ...wallAt(0), words: [] }));
    const qr = await screen.findByRole('img', { name: 'QR code to mark attendance' });
    expect(qr.getAttribute('data-qr')).toMatch(/CODE\d{6}$/);
    expect(screen.queryByTestId('live-words')).toBeNull();
  });
});
