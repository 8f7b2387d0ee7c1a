import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, readMetrics } from '@qr-attendance/test-kit';
import {
  environmentOf,
  startUpstreams,
  startWholeGateway,
  type UpstreamName,
  type WholeGateway,
} from './support/gateway.ts';
import type { TestUpstream } from './support/upstream.ts';
import { createWebApp } from './support/web-app.ts';

let upstreams: Record<UpstreamName, TestUpstream>;
let webApp: Awaited<ReturnType<typeof createWebApp>>;
let gateway: WholeGateway;
beforeAll(async () => {
  upstreams = await startUpstreams();
  webApp = await createWebApp();
  const settings = { ...environmentOf(upstreams, webApp.dir), LOG_LEVEL: 'info', METRICS_PORT: '0' };
  gateway = await startWholeGateway(settings);
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
  await webApp.remove();
});

const get = async (path: string) => {
  const response = await fetch(gateway.url + path);
  await response.text();
  return response.status;
};
const scrape = () => readMetrics(gateway.metricsUrl);
const count = (method: string, route: string, status: string) =>
  `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe('the metrics of the gateway', () => {
  it('are labeled by route and contain no codes', async () => {
    expect(await get('/api/sessions/verify/SECRET22')).toBe(200);
    for (const id of ['1', '2']) expect(await get(`/api/sessions/${id}`)).toBe(200);
    expect((await fetch(`${gateway.url}/api/auth/login`, { method: 'POST', body: '{}' })).status).toBe(200);
    await eventually(async () => {
      const metrics = await scrape();
      expect(metrics.get(count('GET', '/api/sessions/verify/:qrCode', '2xx'))).toBe(1);
      expect(metrics.get(count('GET', '/api/sessions/:id', '2xx'))).toBe(2);
      expect(metrics.get(count('POST', '/api/auth/login', '2xx'))).toBe(1);
      expect([...metrics.keys()].join()).not.toContain('SECRET22');
    });
  });

  it('have no series for unknown or internal paths', async () => {
    expect(await get('/api/made-up')).toBe(404);
    expect(await get('/internal/users/1')).toBe(404);
    expect(await get('/attendance/SECRET22')).toBe(200);
    await eventually(async () => {
      const metrics = await scrape();
      expect(metrics.get(count('GET', 'unknown', '4xx'))).toBe(2);
      expect(metrics.get(count('GET', 'unknown', '2xx'))).toBe(1);
    });
    const series = async () =>
      [...(await scrape()).keys()].filter((name) => !/^(nodejs|process)_/.test(name));
    const before = await series();
    for (let n = 0; n < 100; n += 1) expect(await get(`/api/${randomUUID()}/${n}`)).toBe(404);
    await eventually(async () => expect((await scrape()).get(count('GET', 'unknown', '4xx'))).toBe(102));
    expect(await series()).toEqual(before);
  });

  it('are not served on the public port', async () => {
    for (const path of ['/metrics', '/metrics/', '/api/metrics', '//metrics', '/api/../metrics']) {
      const body = await (await fetch(gateway.url + path)).text();
      expect(body).not.toContain('http_request_duration_seconds');
    }
    expect(await (await fetch(gateway.metricsUrl)).text()).toContain('http_request_duration_seconds');
  });

  it('report an open breaker for an unavailable upstream only', async () => {
    const open = (upstream: string) => `breaker_state{state="open",upstream="${upstream}"}`;
    expect((await scrape()).get(open('course'))).toBe(0);
    await upstreams.course.stop();
    for (let n = 0; n < 6; n += 1) expect(await get('/api/courses')).toBe(503);
    const metrics = await scrape();
    expect(metrics.get(open('course'))).toBe(1);
    expect(metrics.get(open('session'))).toBe(0);
    expect(metrics.get(count('GET', '/api/courses', '5xx'))).toBe(6);
    for (const limit of ['process', 'auth', 'course', 'session', 'attendance'])
      expect(metrics.get(`http_requests_shed_total{limit="${limit}"}`)).toBe(0);
  });
});
