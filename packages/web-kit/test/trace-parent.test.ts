/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { createApiClient } from '../src/api-client.ts';
import { createTraceParents } from '../src/trace-parent.ts';
import { sendJson, startServer, type TestServer } from './support/server.ts';

const partsOf = (header: string) => {
  const { trace = '', span = '' } =
    /^00-(?<trace>[0-9a-f]{32})-(?<span>[0-9a-f]{16})-01$/.exec(header)?.groups ?? {};
  expect({ trace, span }).not.toMatchObject({ trace: '' });
  return { trace, span };
};

describe('traceparent', () => {
  let path = '/attendance/K7MPQ2XR';
  let now = 0;
  const start = () => createTraceParents({ pathOf: () => path, clock: () => now });

  test('has one trace per page and one span per call', () => {
    const next = start();
    const calls = [next(), next(), next()].map(partsOf);
    expect(new Set(calls.map(({ trace }) => trace)).size).toBe(1);
    expect(new Set(calls.map(({ span }) => span)).size).toBe(3);
  });

  test('starts a new trace on another page', () => {
    const next = start();
    const before = partsOf(next());
    path = '/student';
    expect(partsOf(next()).trace).not.toBe(before.trace);
  });

  test('lasts longer than a ticket, but changes on a page that stays open', () => {
    const next = start();
    const before = partsOf(next());
    now += 5 * 60_000;
    expect(partsOf(next()).trace).toBe(before.trace);
    now += 5 * 60_000;
    expect(partsOf(next()).trace).not.toBe(before.trace);
  });
});

describe('the API client', () => {
  let server: TestServer;
  const sent: string[] = [];
  beforeEach(async () => {
    server = await startServer((request, response) => {
      sent.push(String(request.headers['traceparent']));
      sendJson(response, 200, []);
    });
  });
  afterEach(() => server.stop());

  test('sends traceparent with one trace for related calls', async () => {
    const api = createApiClient({
      baseUrl: server.url,
      getToken: () => undefined,
      renew: async () => undefined,
    });
    await api.call(routes.course.listCourses, {});
    await api.call(routes.course.listCourses, {});
    const [first, second] = sent.map(partsOf);
    expect(second?.trace).toBe(first?.trace);
    expect(second?.span).not.toBe(first?.span);
  });
});
