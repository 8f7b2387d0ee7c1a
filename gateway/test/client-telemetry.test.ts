import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserError, ClientTelemetry, WebVital } from '@qr-attendance/contracts';
import { eventually, readMetrics } from '@qr-attendance/test-kit';
import {
  environmentOf,
  startUpstreams,
  startWholeGateway,
  type UpstreamName,
  type WholeGateway,
} from './support/gateway.ts';
import { KNOWS_CLIENTS, tokenOf } from './support/tokens.ts';
import type { TestUpstream } from './support/upstream.ts';
import { createWebApp } from './support/web-app.ts';

let upstreams: Record<UpstreamName, TestUpstream>;
let webApp: Awaited<ReturnType<typeof createWebApp>>;
let gateway: WholeGateway;
const start = (env: Record<string, string> = {}) => {
  const settings = { ...environmentOf(upstreams, webApp.dir), LOG_LEVEL: 'info', METRICS_PORT: '0', ...env };
  return startWholeGateway(settings);
};
beforeAll(async () => {
  upstreams = await startUpstreams();
  webApp = await createWebApp();
  gateway = await start();
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
  await webApp.remove();
});

const SHELL_ERRORS = 'browser_errors_total{app="shell",kind="error"}';

interface Line {
  msg: string;
  message?: string;
  leftOut?: number;
}
const lines = (): Line[] =>
  gateway
    .log()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const errorLines = () => lines().filter(({ msg }) => msg === 'browser error');
const scrape = () => readMetrics(gateway.metricsUrl);
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/api/reports`, { method: 'POST', body, headers });
const send = async (...reports: ClientTelemetry['reports']) =>
  (await post(JSON.stringify({ reports }), { 'content-type': 'text/plain' })).status;

const error = (more: Partial<BrowserError> = {}): BrowserError => ({
  type: 'error',
  app: 'teacher',
  page: '/teacher/sessions/:sessionId',
  kind: 'error',
  message: 'x is not a function',
  ...more,
});
const vital = (name: WebVital['name'], value: number): WebVital => ({
  type: 'vital',
  app: 'student',
  page: '/student/scan',
  name,
  value,
});

describe('client telemetry', () => {
  it('counts web vitals by app, and errors by app and kind', async () => {
    expect(await send(error(), error({ kind: 'promise' }), vital('LCP', 2_400), vital('CLS', 0.2))).toBe(204);
    expect(await send(error({ app: 'shell' }), vital('INP', 90), vital('FCP', 900), vital('TTFB', 50))).toBe(
      204,
    );
    const metrics = await scrape();
    const errors = (app: string, kind: string) =>
      metrics.get(`browser_errors_total{app="${app}",kind="${kind}"}`);
    expect(errors('teacher', 'error')).toBe(1);
    expect(errors('teacher', 'promise')).toBe(1);
    expect(errors('shell', 'error')).toBe(1);
    expect(errors('student', 'error')).toBe(0);
    const bucket = (vital: string, le: string) =>
      metrics.get(`web_vitals_${vital}_bucket{app="student",le="${le}"}`);
    expect([bucket('lcp_seconds', '2'), bucket('lcp_seconds', '2.5')]).toEqual([0, 1]);
    expect([bucket('cls', '0.15'), bucket('cls', '0.25')]).toEqual([0, 1]);
    expect([bucket('inp_seconds', '0.05'), bucket('inp_seconds', '0.1')]).toEqual([0, 1]);
    for (const name of ['fcp_seconds', 'ttfb_seconds'])
      expect(metrics.get(`web_vitals_${name}_count{app="student"}`)).toBe(1);
  });

  it('logs errors without personal data', async () => {
    const secrets = [
      'ABCD2345',
      'anna.huber@campus.example',
      'Anna Huber',
      '0b4cf2f0-6d0c-4c35-9b7a-2f8f3a3a3a3a',
      'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJl',
      '48.208174',
      '65f0c1d2e3f4a5b6c7d8e9f0',
      '493817',
    ];
    const [code, mail, name, uuid, token, latitude, id, pin] = secrets;
    const message = [
      `Loading https://campus.example/attendance/${code}?token=${token} failed for ${mail}:`,
      `Unexpected token “${name}”, "${name}" is not valid JSON,\n/attendance/${code}, ${uuid}, ${token}, ${id}`,
      `at ${latitude}, ${code}, PIN ${pin}, Cannot read properties of undefined (reading 'rows')`,
    ].join(' ');
    const linesBefore = errorLines().length;
    const parts = message.split(', ');
    for (const part of parts) expect(await send(error({ message: part, app: 'attendance' }))).toBe(204);
    await eventually(() => expect(errorLines()).toHaveLength(linesBefore + parts.length));
    const line = errorLines()[linesBefore];
    expect(line).toMatchObject({ app: 'attendance', page: '/teacher/sessions/:sessionId', kind: 'error' });
    expect(line?.message).toBe('Loading <address> failed for <address> Unexpected token <text>');
    expect(errorLines().at(-1)?.message).toBe("Cannot read properties of undefined (reading 'rows')");
    for (const secret of secrets) expect(gateway.log()).not.toContain(secret);
    expect([...(await scrape()).keys()].join()).not.toContain('/teacher');
  });

  it.each([
    ['a path with a code', [error({ page: '/attendance/ABCD2345' })]],
    ['a path with two words of a code', [error({ page: '/attendance/apple-river' })]],
    ['a path with an id', [error({ page: '/teacher/sessions/65f0c1d2e3f4a5b6c7d8e9f0' })]],
    ['a path that is too long', [error({ page: '/a'.repeat(51) })]],
    ['an unknown app', [{ ...error(), app: 'anna@campus.example' }]],
    ['a message that is too long', [error({ message: 'x'.repeat(201) })]],
    ['a negative time', [vital('LCP', -1)]],
    ['an unknown web vital', [{ ...vital('LCP', 1), name: 'FID' }]],
    ['nothing', []],
    ['too many entries', Array.from({ length: 21 }, () => error())],
  ])('rejects a report that contains %s, and records nothing', async (_what, reports) => {
    const before = await scrape();
    const response = await post(JSON.stringify({ reports }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request' });
    const changed = [...(await scrape())].filter(
      ([series, value]) => /^(browser|web_vitals)/.test(series) && before.get(series) !== value,
    );
    expect(changed).toEqual([]);
    expect(gateway.log()).not.toContain('ABCD2345');
  });

  it('rejects a body that is empty or not JSON', async () => {
    for (const body of ['', '{"reports', '\u0000', 'null', '[]']) expect((await post(body)).status).toBe(400);
  });

  it('logs a sample of the errors and counts all of them', async () => {
    const [linesBefore, before] = [errorLines().length, (await scrape()).get(SHELL_ERRORS) ?? 0];
    for (let n = 0; n < 3; n += 1)
      expect(
        await send(
          ...Array.from({ length: 20 }, (_none, of) => error({ app: 'shell', message: `error ${n} ${of}` })),
        ),
      ).toBe(204);
    await eventually(() => expect(lines().some(({ leftOut }) => (leftOut ?? 0) > 0)).toBe(true));
    expect(errorLines().length - linesBefore).toBeLessThanOrEqual(40);
    expect((await scrape()).get(SHELL_ERRORS)).toBe(before + 60);
  });

  it('limits the reports of one account without affecting its neighbors', async () => {
    const strict = await start({ ...KNOWS_CLIENTS, RATE_LIMIT_TELEMETRY: '40' });
    const body = JSON.stringify({ reports: [error()] });
    const from = async (token: string) =>
      (
        await fetch(`${strict.url}/API/Reports/`, {
          method: 'POST',
          body,
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    const [firstToken, secondToken] = [tokenOf(), tokenOf()];
    expect([await from(firstToken), await from(firstToken), await from(firstToken)]).toEqual([204, 204, 429]);
    expect(await from(secondToken)).toBe(204);
    await strict.stop();
  });

  it('limits the reports of one address without affecting other addresses', async () => {
    const strict = await start({ RATE_LIMIT_TELEMETRY: '3', TRUST_PROXY: '1' });
    const ask = async (address: string, path: string, init: RequestInit = {}) =>
      (await fetch(strict.url + path, { ...init, headers: { 'x-forwarded-for': address } })).status;
    const body = JSON.stringify({ reports: [error()] });
    const from = (address: string) => ask(address, '/api/reports', { method: 'POST', body });
    for (let n = 0; n < 3; n += 1) expect(await from('203.0.113.7')).toBe(204);
    expect(await from('203.0.113.7')).toBe(429);
    expect(await from('203.0.113.8')).toBe(204);
    expect(await ask('203.0.113.7', '/api/courses')).toBe(200);
    await strict.stop();
  });
});
