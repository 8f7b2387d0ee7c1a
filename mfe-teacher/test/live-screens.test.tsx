import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LIVE_WINDOW_MS, routes, type Session } from '@qr-attendance/contracts';
import * as webKit from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, unanswered, type Answers } from '@qr-attendance/web-kit/testing';
import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { ProjectorPage } from '../src/features/session/pages/projector-page.tsx';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { createStream } from './live-stream.ts';
import { renderTeacher } from './render-teacher.tsx';
import { enrolledOf, markOf, rosterOf, sessionId as id, sessionOf } from './samples.ts';

const SCREENS = { 'projector view': '/projector', 'class page': '' };
type Screen = keyof typeof SCREENS;

const pageOf =
  (status: number): Answers =>
  () =>
    answer(new Blob(['<h1>Proxy</h1>']).stream(), status, { 'content-type': 'text/html' });
const TROUBLE: Record<string, Answers> = {
  'no answer': unanswered,
  '403': pageOf(403),
  '404': pageOf(404),
  '429': () => answer(undefined, 429, { 'retry-after': '3600' }),
  '502': pageOf(502),
  'a page': pageOf(200),
};

const policy = { requirePin: false, requireDevice: false, requireSelfie: false, requirePasskey: false };
const running = (burstCodes: boolean): Session =>
  sessionOf({
    qrCode: 'CODE0000',
    codeExpiresAt: new Date(Date.now() + 30_000).toISOString(),
    refreshInterval: 30,
    presenceCheck: { state: 'waiting' },
    policy: { ...policy, networks: [], burstCodes },
  });

/** Codes change every 30 s, burst codes with each window. */
const goodAnswers = (burstCodes: boolean): Record<string, Answers> => {
  const began = Date.now();
  const session = running(burstCodes);
  const line = createStream();
  const codeOf = (window: number) => `CODE${String(window).padStart(4, '0')}`;
  const rotating = () => {
    const window = Math.floor((Date.now() - began) / 30_000);
    const left = began + (window + 1) * 30_000 - Date.now();
    return answer({
      qrCode: codeOf(window),
      refreshInterval: 30,
      codeExpiresAt: new Date(Date.now() + left).toISOString(),
      shownForMs: left,
      nextCodes: [codeOf(window + 1), codeOf(window + 2)],
    });
  };
  const burst = () =>
    answer({
      windowMs: LIVE_WINDOW_MS,
      codes: Array.from({ length: 14 }, (_, index) => ({
        code: `CODE${String(Math.floor(Date.now() / LIVE_WINDOW_MS) + index).slice(-6)}`,
        inMs: index * LIVE_WINDOW_MS - (Date.now() % LIVE_WINDOW_MS),
      })),
      words: [],
    });
  return {
    [callOf(routes.session.getSession)]: answer(session),
    [callOf(routes.session.refreshCode)]: rotating,
    [callOf(routes.session.getBurstCodes)]: burst,
    [callOf(routes.session.showPresenceCheck)]: answer({ state: 'waiting' }),
    [callOf(routes.attendance.getRoster)]: answer(rosterOf([markOf(1)], [1, 2].map(enrolledOf))),
    [callOf(routes.attendance.countRoster)]: answer({ students: 2, marked: 1 }),
    [callOf(routes.attendance.streamAttendance)]: line.connect,
    [callOf(routes.attendance.listFlaggedAttempts)]: answer([]),
    [callOf(routes.attendance.listRefusedTries)]: answer({ students: [], others: 0 }),
    [callOf(routes.course.listCourses)]: answer([]),
  };
};

const open = (name: Screen, burstCodes: boolean) => {
  const good = goodAnswers(burstCodes);
  const server = fakeApi(good);
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:id/projector" element={<ProjectorPage />} />
      <Route path="/teacher/sessions/:id" element={<SessionPage />} />
    </Routes>,
    `/sessions/${id}${SCREENS[name]}`,
  );
  return { server, good };
};
const pass = async (ms: number, check = () => {}) => {
  for (let at = 0; at < ms; at += 500) {
    await act(() => jest.advanceTimersByTimeAsync(500));
    check();
  }
};
const codes = () =>
  screen
    .queryAllByRole('img', { name: 'QR code to mark attendance' })
    .map((qr) => qr.getAttribute('data-qr'));
const counts = (name: Screen) => screen.queryByText(name === 'class page' ? '1 of 2' : /^1 of 2 students/);

const declared = Object.values(webKit as Record<string, unknown>).filter(
  (value): value is webKit.LiveRequest =>
    typeof value === 'object' && value !== null && 'stoppedBy' in value && 'screens' in value,
);
/** Only asked once, when the page opens. */
const ONCE = [callOf(routes.course.listCourses)];

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-09-14T09:00:00.000Z') });
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe.each(Object.keys(SCREENS) as Screen[])('%s', (name) => {
  test.each([false, true])('makes only requests that are declared (burst codes: %p)', async (burstCodes) => {
    const { server } = open(name, burstCodes);
    await pass(70_000);
    const known = declared.filter(({ screens }) => screens.includes(name)).map(({ route }) => callOf(route));
    expect([...new Set(server.sent.map(({ call }) => call))].filter((call) => !ONCE.includes(call))).toEqual(
      expect.arrayContaining([callOf(routes.session.getSession)]),
    );
    for (const { call } of server.sent) expect([...known, ...ONCE]).toContain(call);
  });

  const made = declared.filter(({ screens }) => screens.includes(name));
  test.each(made.map(({ route }) => [callOf(route), route.path.includes('burst')] as const))(
    'goes on while %s gets no answer or one of a proxy',
    async (call, burstCodes) => {
      const { server, good } = open(name, burstCodes);
      await pass(3_000);
      const isCode = call === callOf(routes.session.getBurstCodes);
      for (const [kind, trouble] of Object.entries(TROUBLE)) {
        const sentBefore = server.sentTo(call).length;
        server.give(call, trouble);
        // Burst codes are known for ten seconds, the others for a minute.
        await pass(isCode ? 9_000 : 20_000, () => {
          expect({ kind, codes: codes().length }).toEqual({ kind, codes: 1 });
          expect(counts(name)).toBeTruthy();
        });
        const isStreaming = call === callOf(routes.attendance.streamAttendance);
        if (!isStreaming) expect(server.sentTo(call).length).toBeGreaterThanOrEqual(sentBefore);
        const before = codes()[0];
        server.give(call, good[call] as Answers);
        await pass(31_000);
        expect(codes()).toHaveLength(1);
        expect(codes()[0]).not.toBe(before);
      }
    },
    120_000,
  );
});
