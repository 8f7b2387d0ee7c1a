import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startGateway } from './support/gateway.ts';
import { startUpstream } from './support/upstream.ts';

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
});

/** The path of a single course, because time-outs of lists do not count as failures of the upstream. */
const COURSE = '/api/courses/65f0c0ffee0ddba11c0ffee1';

type Behavior = 'answers' | 'hangs' | 'cuts';

const begin = async (settings: Record<string, string> = {}) => {
  const course = { behaves: 'answers' as Behavior, asked: 0 };
  const upstream = await startUpstream('course', (request, response) => {
    course.asked += 1;
    if (course.behaves === 'answers') response.end('{}');
    if (course.behaves === 'cuts') request.socket.destroy();
  });
  const gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '400', ...settings }, { course: upstream });
  stops.push(gateway.stop);
  const ask = async (method = 'GET') => {
    const began = Date.now();
    const response = await fetch(gateway.url + COURSE, { method });
    await response.arrayBuffer();
    return {
      status: response.status,
      tookMs: Date.now() - began,
      retryAfter: response.headers.get('retry-after'),
    };
  };
  return { gateway, course, ask };
};

describe('an upstream that hangs', () => {
  it('times out a few times, then gets one trial request at a time, and is used again after the first response', async () => {
    const { course, ask } = await begin();
    course.behaves = 'hangs';
    await Promise.all(Array.from({ length: 10 }, () => ask()));
    const requestsBefore = course.asked;
    const refused = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    // On a slow machine the pause may have ended, and one of the fifty requests is the trial.
    expect(course.asked - requestsBefore).toBeLessThanOrEqual(2);

    await eventually(async () => {
      const before = course.asked;
      await Promise.all(Array.from({ length: 50 }, () => ask()));
      expect(course.asked - before).toBe(1);
    });
    course.behaves = 'answers';
    // On a slow machine an answer may exceed the short time-out, and the breaker opens again.
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    });
  });

  it('occupies at most half of the request slots, so other upstreams are still served', async () => {
    const { gateway, course, ask } = await begin({ MAX_REQUESTS: '20', UPSTREAM_TIMEOUT_MS: '5000' });
    course.behaves = 'hangs';
    const leaving = new AbortController();
    const waiting = Array.from({ length: 10 }, () =>
      fetch(`${gateway.url}/api/courses`, { signal: leaving.signal }).catch(() => undefined),
    );
    await eventually(() => expect(course.asked).toBe(10));
    expect(await ask()).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[123]$/) });
    expect((await fetch(`${gateway.url}/api/sessions`)).status).toBe(200);
    leaving.abort();
    await Promise.all(waiting);
    course.behaves = 'answers';
    await eventually(async () => expect((await ask()).status).toBe(200));
  });
});

describe('an upstream that fails intermittently', () => {
  it('is used again after each failure', async () => {
    const { course, ask } = await begin();
    for (let round = 0; round < 3; round += 1) {
      course.behaves = round % 2 ? 'hangs' : 'cuts';
      await Promise.all(Array.from({ length: 10 }, () => ask()));
      course.behaves = 'answers';
      await eventually(async () => expect((await ask()).status).toBe(200));
    }
  });

  it('receives few retries, and only for safe requests', async () => {
    const { course, ask } = await begin();
    course.behaves = 'cuts';
    await Promise.all(Array.from({ length: 40 }, () => ask('POST')));
    expect(course.asked).toBeLessThanOrEqual(40);
    course.behaves = 'answers';
    await eventually(async () => expect((await ask()).status).toBe(200));
    course.behaves = 'cuts';
    course.asked = 0;
    await Promise.all(Array.from({ length: 200 }, () => ask('GET')));
    expect(course.asked).toBeLessThanOrEqual(200 + 15);
  });
});
