import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentOf, startUpstreams, startWholeGateway, type WholeGateway } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';
import { startUpstream } from './support/upstream.ts';
import { createWebApp } from './support/web-app.ts';

const CODE = 'SECRET22';
const TICKET = 'ticket-that-nobody-may-see';
/** A session service that reacts to the code: 0 drops the connection, 1 answers invalid HTTP. */
const session = () =>
  startUpstream('session', (request, response) => {
    const wanted = Number(new URL(request.url ?? '', 'http://self').searchParams.get('answer') ?? 200);
    if (wanted === 0) request.socket.destroy();
    else if (wanted === 1) request.socket.end(`HTTP/1.1 nonsense ${TICKET} ${CODE}\r\n\r\n`);
    else response.writeHead(wanted, { 'content-type': 'application/json' }).end('{}');
  });

let gateway: WholeGateway;
let stop: () => Promise<void>;
beforeAll(async () => {
  const upstreams = await startUpstreams({ session: await session() });
  const webApp = await createWebApp();
  await upstreams.course.stop();
  gateway = await startWholeGateway({
    ...environmentOf(upstreams, webApp.dir),
    LOG_LEVEL: 'trace',
    RATE_LIMIT_CLIENT: '4',
  });
  stop = async () => {
    await gateway.stop();
    await Promise.all(
      [upstreams.auth, upstreams.session, upstreams.attendance].map((upstream) => upstream.stop()),
    );
    await webApp.remove();
  };
});
afterAll(() => stop());

interface LogLine {
  status?: number;
  msg?: string;
}
const lines = () =>
  gateway
    .log()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine);

describe('the logs of the gateway', () => {
  it('never contain a code or part of a response, however a request ends', async () => {
    const verify = async (answer: number, headers: Record<string, string> = {}) => {
      const response = await fetch(`${gateway.url}/api/sessions/verify/${CODE}?answer=${answer}`, {
        headers,
      });
      await response.arrayBuffer();
      return response.status;
    };
    for (const status of [200, 500, 404]) expect(await verify(status)).toBe(status);
    expect(await verify(0)).toBe(503);
    expect(await verify(1)).toBe(503);
    expect(await verify(404)).toBe(404);
    const codes: number[] = [];
    for (let count = 0; count < 5; count += 1)
      codes.push(await verify(200, { authorization: `Bearer ${CODE}` }));
    expect(codes.at(-1)).toBe(429);

    const port = Number(new URL(gateway.url).port);
    for (const path of [
      `/attendance/${CODE}`,
      `/Attendance/${CODE}`,
      `/attendance/${CODE}?next=${CODE}`,
      `/attendance//${CODE}`,
      `/attendance/..%2f${CODE}`,
      `/attendance%2f${CODE}`,
      `/%61ttendance/${CODE}`,
      `/attendance\\${CODE}`,
      `/attendance/${CODE}%zz`,
      `/api/sessions/VERIFY/${CODE}`,
      `/api/sessions/verify%2f${CODE}`,
      `/api/sessions/verify//${CODE}`,
      `/api/sessions/verify/%2e%2e/${CODE}`,
      `/api/sessions/verify/${CODE}/more`,
      `/api/unknown/verify/${CODE}`,
      `/api/courses/verify/${CODE}`,
      `/internal/verify/${CODE}`,
      `/remotes/attendance/${CODE}`,
    ])
      expect((await rawRequest(port, path)).status).toBeGreaterThanOrEqual(200);

    await eventually(() => {
      const logged = new Set(lines().map(({ status }) => status));
      for (const status of [200, 400, 404, 429, 500, 503]) expect([...logged]).toContain(status);
      expect(lines().some(({ msg }) => msg === 'no answer')).toBe(true);
    });
    const log = gateway.log();
    const bytes = JSON.stringify([...Buffer.from(CODE)]).slice(1, -1);
    for (const hidden of [CODE, CODE.toLowerCase(), TICKET, bytes]) expect(log).not.toContain(hidden);
  });
});

describe('the referrer policy', () => {
  it.each([
    `/attendance/${CODE}`,
    `/attendance/${CODE}/`,
    '/attendance/https%3A%2F%2Fexample.org%2Fa.b',
    '/',
    '/main.0a1b2c3d.js',
    '/missing.js',
    `/api/sessions/verify/${CODE}`,
    '/api/docs',
  ])('tells browsers to send no referrer (%s)', async (path) => {
    const { headers } = await fetch(gateway.url + path, { redirect: 'manual' });
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});
