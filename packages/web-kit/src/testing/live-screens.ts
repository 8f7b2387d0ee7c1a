import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { LiveRequest } from '../live/live-request.ts';
import * as liveRequests from '../live/live-requests.ts';
import { LIVE_SCREENS, type LiveScreen, type LiveScreenOf } from '../live/live-screens.ts';
import { answer, callOf, hangingAnswer, type Answers, type FakeApi } from './fake-api.ts';

type LiveRequests = typeof liveRequests;
type NameOfRequest<Screen> = {
  [Name in keyof LiveRequests]: Screen extends LiveRequests[Name]['screens'][number] ? Name : never;
}[keyof LiveRequests];

interface RequestCase {
  /** Each answer must differ from the others. */
  answerOf: (n: number) => Answers;
  isShown: (n: number, server: FakeApi) => unknown;
  /** How long the request may fail before the screen lacks data. */
  troubleMs?: number;
  /** Ends an open connection, so that the screen reconnects. */
  drop?: () => void;
  others?: Record<string, Answers>;
}

interface ScreenCase<Screen> {
  /** Opens the screen with a server that gives these answers. `request` is the request under test. */
  open: (answers: Record<string, Answers>, request?: string) => FakeApi | Promise<FakeApi>;
  /** Answers to requests that are not declared as live. */
  others?: Record<string, Answers>;
  isOn: () => unknown;
  /** The screen sends the request until it is answered, and then never again. */
  isOnce?: boolean;
  /** The screen that contains this one and sends its own requests. */
  partOf?: LiveScreen;
  requests: Record<NameOfRequest<Screen>, RequestCase>;
}
export type LiveScreenCases<Area> = { [Screen in LiveScreenOf<Area>]: ScreenCase<Screen> };

const proxyPage = (status: number) => () =>
  answer(new Response('<h1>Proxy</h1>').body, status, {
    'content-type': 'text/html',
    'retry-after': '3600',
  });
const TROUBLE: Record<string, Answers> = {
  'no answer': hangingAnswer,
  'a 403': proxyPage(403),
  'a 404': proxyPage(404),
  'a 429': proxyPage(429),
  'a 502': proxyPage(502),
  'a page': proxyPage(200),
};

/** Storage and signatures complete in separate tasks. */
const { setTimeout: setRealTimeout } = globalThis;
const yieldToBrowser = () => new Promise((resolve) => setRealTimeout(resolve));

const STEP_MS = 1_000;
const pass = async (ms: number, check: () => void = () => undefined): Promise<void> => {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await act(async () => {
      await jest.advanceTimersByTimeAsync(STEP_MS);
      await yieldToBrowser();
    });
    check();
  }
};
/** The trouble lasts longer than the limit of a quick request plus the following delay. */
const TROUBLE_MS = 15_000;
/** The maximum wait is longer than any interval between two requests. */
const MAX_WAIT_MS = 70_000;
const until = async (isMet: () => unknown, check?: () => void, what = 'is met'): Promise<void> => {
  for (let passed = 0; passed < MAX_WAIT_MS && !isMet(); passed += STEP_MS) await pass(STEP_MS, check);
  expect({ [what]: Boolean(isMet()) }).toEqual({ [what]: true });
};

const leave = (): void => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
};

const requestsOf = (name: string): [string, LiveRequest][] =>
  Object.entries<LiveRequest>(liveRequests).filter(([, { screens }]) => screens.some((one) => one === name));

export const testLiveScreens = <Area extends (typeof LIVE_SCREENS)[LiveScreen]>(
  area: Area,
  cases: LiveScreenCases<Area>,
): void => {
  beforeEach(() => {
    jest.useFakeTimers({
      now: Date.parse('2026-09-14T09:00:00.000Z'),
      doNotFake: ['nextTick', 'queueMicrotask'],
    });
    jest.spyOn(console, 'warn').mockReturnValue();
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const over = new AbortController();
      setTimeout(() => over.abort(new DOMException('timeout', 'TimeoutError')), ms);
      return over.signal;
    });
  });
  afterEach(() => {
    leave();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const names = Object.keys(LIVE_SCREENS).filter((name) => LIVE_SCREENS[name as LiveScreen] === area);
  describe.each(names)('%s', (name) => {
    const { open, isOn, isOnce = false, partOf, others, requests } = cases[name as LiveScreenOf<Area>];
    const casesByName: Record<string, RequestCase> = requests;
    const declared = requestsOf(name).flatMap(([request, { route }]) => {
      const found = casesByName[request];
      return found ? [{ ...found, request, call: callOf(route) }] : [];
    });
    const answersWith = (more: Record<string, Answers> = {}): Record<string, Answers> => ({
      ...others,
      ...Object.fromEntries(declared.map(({ call, answerOf }) => [call, answerOf(0)])),
      ...more,
    });

    test('has a case for each declared request', () => {
      expect(declared.map(({ request }) => request)).toEqual(requestsOf(name).map(([request]) => request));
    });

    test('repeats only requests that are declared', async () => {
      const server = await open(answersWith());
      await until(isOn);
      await pass(TROUBLE_MS);
      const { length: first } = server.sent;
      await pass(MAX_WAIT_MS);
      const repeated = [...new Set(server.sent.slice(first).map(({ call }) => call))];
      const ofWhole = partOf ? requestsOf(partOf).map(([, { route }]) => callOf(route)) : [];
      expect([...declared.map(({ call }) => call), ...ofWhole]).toEqual(expect.arrayContaining(repeated));
      if (!isOnce) expect(repeated).not.toEqual([]);
    });

    test.each(declared)(
      'opens once $request is answered after silence or answers of a proxy, and never returns to an earlier state',
      async ({ request, call, ...tested }) => {
        const { answerOf, isShown } = tested;
        for (const [kind, trouble] of Object.entries(TROUBLE)) {
          const server = await open(answersWith({ ...tested.others, [call]: trouble }), request);
          const states: string[] = [];
          const watch = () => {
            const isLoading = screen.queryByRole('status', { name: 'Loading' });
            const state = isOn() ? 'on' : isLoading ? 'loading' : 'trouble';
            if (states.at(-1) !== state) states.push(state);
          };
          await until(() => server.sentTo(call).length > 0, watch, `asks before ${kind}`);
          await pass(TROUBLE_MS, watch);
          server.give(call, answerOf(1));
          await until(() => isOn() && isShown(1, server), watch, `opens after ${kind}`);
          const order = ['loading', 'trouble', 'on'].filter((state) => states.includes(state));
          expect({ kind, states }).toEqual({ kind, states: order });
          leave();
        }
      },
      180_000,
    );

    if (isOnce) return;
    test.each(declared)(
      'keeps working while $request gets no answer or the answer of a proxy',
      async ({ request, call, ...tested }) => {
        const { answerOf, isShown, troubleMs = TROUBLE_MS, drop } = tested;
        const server = await open(answersWith(tested.others), request);
        await until(() => isOn() && isShown(0, server));
        let n = 0;
        for (const [kind, trouble] of Object.entries(TROUBLE)) {
          const check = () => expect({ kind, isOn: Boolean(isOn()) }).toEqual({ kind, isOn: true });
          const sent = server.sentTo(call).length;
          server.give(call, trouble);
          drop?.();
          await until(() => server.sentTo(call).length > sent, check, 'asks again');
          await pass(troubleMs, check);
          n += 1;
          server.give(call, answerOf(n));
          await until(() => isShown(n, server), check, `goes on after ${kind}`);
        }
      },
      180_000,
    );
  });
};
