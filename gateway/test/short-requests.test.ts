import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startGateway, type TestGateway, type UpstreamName } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';
import { startUpstream } from './support/upstream.ts';

const SCAN = '/api/sessions/verify/ABCDEFGH';
const MARK = '/api/attendance';

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  stops = [];
});
const start = async (
  name: UpstreamName,
  listener: RequestListener,
  settings: Record<string, string> = {},
): Promise<TestGateway> => {
  const gateway = await startGateway(settings, { [name]: await startUpstream(name, listener) });
  stops.push(gateway.stop);
  return gateway;
};
const mark = (gateway: TestGateway, init: RequestInit = {}) =>
  fetch(gateway.url + MARK, { method: 'POST', body: '{"ticket":"x"}', ...init });

describe('scans, marks and renewals', () => {
  it('reach the service with its host name over a kept-alive connection, whatever headers the client sends', async () => {
    const gateway = await startGateway();
    stops.push(gateway.stop);
    const answer = await rawRequest(gateway.port, SCAN, {
      headers: { host: 'attendance.example', connection: 'close, x-secret', 'x-secret': '1', te: 'trailers' },
    });
    const { headers } = JSON.parse(answer.body) as { headers: Record<string, string | undefined> };
    expect(headers).toMatchObject({
      host: new URL(gateway.upstreams.session.url).host,
      connection: 'keep-alive',
      'x-forwarded-host': 'attendance.example',
    });
    expect(headers['x-secret']).toBeUndefined();
    expect(headers['te']).toBeUndefined();
  });

  it('return the status, the headers and every cookie as the service sent them', async () => {
    const gateway = await start('auth', (_request, response) => {
      response.writeHead(418, {
        'set-cookie': ['a=1; Path=/', 'b=2'],
        'x-own': 'yes',
        'cache-control': 'private',
      });
      response.end('{"token":"t"}');
    });
    const answer = await fetch(`${gateway.url}/api/auth/refresh`, { method: 'POST' });
    expect(answer.status).toBe(418);
    expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect(answer.headers.get('x-own')).toBe('yes');
    expect(answer.headers.get('cache-control')).toBe('private');
    expect(await answer.text()).toBe('{"token":"t"}');
  });

  it('are not cached unless the service allows it, and have no body in response to HEAD', async () => {
    const gateway = await start('session', (_request, response) => response.end('{"ticket":"t"}'));
    expect((await fetch(gateway.url + SCAN)).headers.get('cache-control')).toBe('no-store');
    const head = await fetch(gateway.url + SCAN, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('support large and empty response bodies', async () => {
    const long = 'x'.repeat(3_000_000);
    const gateway = await start('attendance', (request, response) => {
      if (request.headers['x-want'] === 'nothing') response.writeHead(204).end();
      else response.end(long);
    });
    expect(await (await mark(gateway)).text()).toBe(long);
    const empty = await mark(gateway, { headers: { 'x-want': 'nothing' } });
    expect([empty.status, await empty.text()]).toEqual([204, '']);
  });

  it.each([
    [1_023, null],
    [1_024, 'gzip'],
    [undefined, 'gzip'],
  ])('are compressed from 1,024 bytes, or if the length is unknown (%s)', async (length, encoding) => {
    const text = 'x'.repeat(length ?? 5_000);
    const gateway = await start('session', (_request, response) => {
      response.setHeader('content-type', 'application/json');
      if (length !== undefined) response.setHeader('content-length', length);
      response.write(text);
      response.end();
    });
    const answer = await fetch(gateway.url + SCAN, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.text()).toBe(text);
  });

  it('return 503 if the service does not respond in time, and close its connection', async () => {
    let closed = 0;
    const gateway = await start(
      'attendance',
      (request) => void request.socket.once('close', () => (closed += 1)),
      { UPSTREAM_TIMEOUT_MS: '300' },
    );
    expect((await mark(gateway)).status).toBe(503);
    await eventually(() => expect(closed).toBe(1));
  });

  it('are aborted when the service aborts, so a partial response never looks complete', async () => {
    const gateway = await start('attendance', (_request, response) => {
      response.writeHead(201, { 'content-length': '100' });
      response.write('{"half":', () => response.destroy());
    });
    await expect(mark(gateway).then((answer) => answer.text())).rejects.toThrow();
    await expect(mark(gateway).then((answer) => answer.text())).rejects.toThrow();
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  });

  it('are not retried if the connection is lost before a response, unless they are scans', async () => {
    const requests = { GET: 0, POST: 0 };
    const cutting: RequestListener = (request) => {
      requests[request.method as keyof typeof requests] += 1;
      request.socket.destroy();
    };
    const scanning = await start('session', cutting);
    expect((await fetch(scanning.url + SCAN)).status).toBe(503);
    expect(requests.GET).toBe(2);
    const marking = await start('attendance', cutting);
    expect((await mark(marking)).status).toBe(503);
    expect(requests.POST).toBe(1);
  });

  it('are aborted when the client disconnects, without counting as a failure of the service', async () => {
    let [arrived, closed] = [0, 0];
    let answering = false;
    const gateway = await start('attendance', (request, response) => {
      if (answering) {
        response.end('{}');
        return;
      }
      arrived += 1;
      request.socket.once('close', () => (closed += 1));
    });
    for (let count = 1; count <= 10; count += 1) {
      const leaving = new AbortController();
      const requests = mark(gateway, { signal: leaving.signal });
      await eventually(() => expect(arrived).toBe(count));
      leaving.abort();
      await expect(requests).rejects.toThrow();
    }
    await eventually(() => expect(closed).toBe(10));
    answering = true;
    expect((await mark(gateway)).status).toBe(200);
  });

  it.each([
    ['with a body of a known length', { 'content-length': '5' }, 'GET'],
    ['with a body in chunks', { 'transfer-encoding': 'chunked' }, 'GET'],
    ['with Expect: 100-continue', { expect: '100-continue', 'content-length': '5' }, 'POST'],
    ['with an Upgrade header', { connection: 'upgrade', upgrade: 'h2c' }, 'GET'],
    ['with an unsupported method', { 'content-length': '5' }, 'PURGE'],
  ])('do not count as a failure of the service if they are malformed: %s', async (_what, headers, method) => {
    const gateway = await start('session', (request, response) =>
      request.resume().once('end', () => response.end('{"ticket":"t"}')),
    );
    for (let count = 0; count < 30; count += 1)
      await rawRequest(gateway.port, SCAN, {
        method,
        headers,
        ...('content-length' in headers || 'transfer-encoding' in headers ? { body: 'hello' } : {}),
      }).catch(() => undefined);
    expect((await fetch(gateway.url + SCAN)).status).toBe(200);
  });
});
