import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, readMetrics } from '@qr-attendance/test-kit';
import { startService } from './support/start-service.ts';

type Service = Awaited<ReturnType<typeof startService>>;
let service: Service;
afterEach(() => service.stop());
const start = async (env: Record<string, string> = {}) => {
  service = await startService({ METRICS_PORT: '0', ...env });
  return service;
};
const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(service.url + path, init);
  await response.text();
  return response.status;
};
const count = (labels: string) => `http_request_duration_seconds_count{${labels}}`;
const scrape = () => readMetrics(service.metricsUrl);
const series = async () =>
  [...(await scrape()).keys()].filter((name) => name.startsWith('http_request_duration_seconds'));

describe('the metrics of a process', () => {
  it('describe requests by pattern, outcome and duration', async () => {
    await start({ SLOW_MS: '300' });
    for (const id of ['1', '2', 'three']) expect(await get(`/things/${id}?secret=code`)).toBe(200);
    expect(await get('/things/best/')).toBe(200);
    expect(await get('/slow')).toBe(200);
    expect(await get('/things/1', { method: 'POST' })).toBe(404);
    expect(await get('/readyz')).toBe(200);
    await eventually(async () => {
      const metrics = await scrape();
      expect(metrics.get(count('method="GET",route="/things/:id",status="2xx"'))).toBe(3);
      expect(metrics.get(count('method="GET",route="/things/best",status="2xx"'))).toBe(1);
      expect(metrics.get(count('method="POST",route="unknown",status="4xx"'))).toBe(1);
      const slow = 'method="GET",route="/slow",status="2xx"';
      expect(metrics.get(`http_request_duration_seconds_bucket{le="0.25",${slow}}`)).toBe(0);
      expect(metrics.get(`http_request_duration_seconds_bucket{le="15",${slow}}`)).toBe(1);
      expect(metrics.get(`http_request_duration_seconds_sum{${slow}}`)).toBeGreaterThan(0.29);
    });
    expect((await series()).join()).not.toMatch(/readyz|secret/);
  });

  it('describe the process itself', async () => {
    await start();
    const metrics = await scrape();
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'process_start_time_seconds',
    ])
      expect(metrics.get(name)).toEqual(expect.any(Number));
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  it('have no series for unknown paths and methods', async () => {
    await start();
    expect(await get('/made-up')).toBe(404);
    await eventually(async () => expect((await series()).join()).toContain('unknown'));
    const before = await series();
    for (let n = 0; n < 100; n += 1) expect(await get(`/${randomUUID()}/${n}?${n}`)).toBe(404);
    for (const method of ['GET', 'GET'])
      expect(await get(`/things/%E0%A4%A/${randomUUID()}`, { method })).toBe(404);
    await eventually(async () =>
      expect((await scrape()).get(count('method="GET",route="unknown",status="4xx"'))).toBe(103),
    );
    expect(await series()).toEqual(before);
    for (const method of ['PROPFIND', 'PURGE', 'SEARCH']) expect(await get('/made-up', { method })).toBe(404);
    await eventually(async () =>
      expect((await scrape()).get(count('method="other",route="unknown",status="4xx"'))).toBe(3),
    );
  });

  it('count requests in progress, shed requests and open streams', async () => {
    await start({ SLOW_MS: '60000', MAX_REQUESTS: '1' });
    const leaving = new AbortController();
    const live = await fetch(`${service.url}/live`, { signal: leaving.signal });
    expect(live.status).toBe(200);
    const slow = get('/slow', { signal: leaving.signal }).catch(() => 'left');
    await eventually(async () => expect((await scrape()).get('http_requests_under_way')).toBe(1));
    expect(await get('/quick')).toBe(503);
    expect(await get('/quick')).toBe(503);
    const metrics = await scrape();
    expect(metrics.get('http_requests_shed_total{limit="process"}')).toBe(2);
    expect(metrics.get(count('method="GET",route="/quick",status="5xx"'))).toBe(2);
    expect(metrics.get('http_event_streams_open')).toBe(1);

    leaving.abort();
    expect(await slow).toBe('left');
    await eventually(async () => {
      const after = await scrape();
      expect(after.get('http_requests_under_way')).toBe(0);
      expect(after.get('http_event_streams_open')).toBe(0);
      expect(after.get(count('method="GET",route="/slow",status="aborted"'))).toBe(1);
    });
    expect((await series()).join()).not.toContain('/live');
  });

  it('are served on METRICS_PORT only', async () => {
    await start();
    expect(await get('/metrics')).toBe(404);
    expect((await fetch(service.metricsUrl)).headers.get('content-type')).toMatch(/^text\/plain; version=0/);
    expect((await fetch(new URL('/things/1', service.metricsUrl))).status).toBe(404);
    expect((await fetch(service.metricsUrl, { method: 'POST' })).status).toBe(404);
    await service.stop();
    await start({ METRICS_PORT: '' });
    expect(service.metricsUrl).toContain(':0/');
    expect(await get('/metrics')).toBe(404);
  });
});
