import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBodySchema } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';
import { startUpstream } from './support/upstream.ts';

describe('a request body', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  const KB = 1024;

  it('is accepted up to 256 KB', async () => {
    const response = await fetch(`${gateway.url}/api/courses`, {
      method: 'POST',
      body: 'x'.repeat(256 * KB),
    });
    expect(response.status).toBe(200);
  });

  it('is rejected with 413 if it declares a larger length', async () => {
    const response = await fetch(`${gateway.url}/api/courses`, {
      method: 'POST',
      body: 'x'.repeat(256 * KB + 1),
    });
    expect(response.status).toBe(413);
    expect(errorBodySchema.parse(await response.json()).code).toBe('too_large');
  });

  it('is rejected with 413 if its chunks exceed the limit', async () => {
    const chunks = Array.from({ length: 20 }, () => 'x'.repeat(16 * KB));
    const answer = await rawRequest(gateway.port, '/api/courses', { method: 'POST', body: chunks });
    expect(answer.status).toBe(413);
    expect(errorBodySchema.parse(JSON.parse(answer.body)).code).toBe('too_large');
  });

  it('is rejected as soon as it exceeds the limit, and the connection is closed', async () => {
    const { port } = gateway;
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    const left = once(socket, 'close');
    socket.on('error', () => undefined);
    socket.write('POST /api/courses HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${(300 * KB).toString(16)}\r\n${'x'.repeat(300 * KB)}\r\n`);
    await left;
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('rate limits', () => {
  const expectTooMany = async (response: Response) => {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const body = errorBodySchema.parse(await response.json());
    expect(body).toMatchObject({
      code: 'too_many_requests',
      requestId: response.headers.get('x-request-id'),
    });
  };
  const withGateway = async (
    settings: Record<string, string>,
    test: (gateway: TestGateway) => Promise<void>,
    own: Parameters<typeof startGateway>[1] = {},
  ) => {
    const gateway = await startGateway(settings, own);
    try {
      await test(gateway);
    } finally {
      await gateway.stop();
    }
  };
  const get = (gateway: TestGateway, token: string) =>
    fetch(`${gateway.url}/api/courses`, { headers: { authorization: `Bearer ${token}` } });
  const post = (gateway: TestGateway, path: string) =>
    fetch(gateway.url + path, { method: 'POST', body: '{}' });

  it('limit the receipt checks of an address without affecting its other requests', () =>
    withGateway({ RATE_LIMIT_RECEIPTS: '3' }, async (gateway) => {
      const check = () => post(gateway, '/api/attendance/receipts/check');
      for (let count = 0; count < 3; count += 1) expect((await check()).status).toBe(200);
      await expectTooMany(await check());
      expect((await get(gateway, 'one')).status).toBe(200);
    }));

  it('limit one client without affecting its neighbors at the same address', () =>
    withGateway({ RATE_LIMIT_CLIENT: '3' }, async (gateway) => {
      for (let count = 0; count < 3; count += 1) expect((await get(gateway, 'one')).status).toBe(200);
      await expectTooMany(await get(gateway, 'one'));
      expect((await get(gateway, 'two')).status).toBe(200);
    }));

  it('limit an address in total, however many tokens it invents', () =>
    withGateway({ RATE_LIMIT_ADDRESS: '5' }, async (gateway) => {
      for (let count = 0; count < 5; count += 1) expect((await get(gateway, `t${count}`)).status).toBe(200);
      await expectTooMany(await get(gateway, 't5'));
    }));

  it.each(['/api/auth/login', '/api/auth/LOGIN', '/api/auth/login/'])(
    'count the failed sign-ins of an address (%s)',
    async (path) => {
      const refusing = await startUpstream('auth', (_request, response) => {
        response.writeHead(401).end('{}');
      });
      await withGateway(
        { RATE_LIMIT_SIGN_IN: '3' },
        async (gateway) => {
          for (let count = 0; count < 3; count += 1) expect((await post(gateway, path)).status).toBe(401);
          await expectTooMany(await post(gateway, '/api/auth/login'));
          expect((await post(gateway, '/api/auth/refresh')).status).toBe(401);
        },
        { auth: refusing },
      );
    },
  );

  it('do not count successful sign-ins', () =>
    withGateway({ RATE_LIMIT_SIGN_IN: '3' }, async (gateway) => {
      for (let count = 0; count < 10; count += 1)
        expect((await post(gateway, '/api/auth/login')).status).toBe(200);
    }));

  it('count created accounts, but not failed registrations', async () => {
    const answers = [400, 409, 503, 201, 201];
    const auth = await startUpstream('auth', (request, response) => {
      request.resume().on('end', () => response.writeHead(answers.shift() ?? 201).end('{}'));
    });
    await withGateway(
      { RATE_LIMIT_REGISTRATION: '2' },
      async (gateway) => {
        for (const status of [400, 409, 503, 201, 201])
          expect((await post(gateway, '/api/auth/register')).status).toBe(status);
        await expectTooMany(await post(gateway, '/api/auth/register'));
        expect((await post(gateway, '/api/auth/login')).status).toBe(201);
      },
      { auth },
    );
  });

  const flood = (count: number, ask: () => Promise<Response>) =>
    Promise.all(Array.from({ length: count }, async () => (await ask()).status));

  it.each([
    ['sign-ins', '/api/auth/login'],
    ['registrations', '/api/auth/register'],
    ['scans', '/api/sessions/scans'],
    ['renewals', '/api/auth/refresh'],
    ['calls', '/api/courses'],
  ])('delay %s beyond the share of an address instead of rejecting them', (_what, path) =>
    withGateway({ RATE_LIMIT_ADDRESS: '1200', RATE_LIMIT_WINDOW_SECONDS: '30' }, async (gateway) => {
      const share = path === '/api/courses' ? 1_200 : 300;
      const statuses = await flood(share + 20, () => post(gateway, path));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }),
  );

  it('reject requests that would wait longer than a page does, and stop counting disconnected clients', () =>
    withGateway({ RATE_LIMIT_ADDRESS: '60' }, async (gateway) => {
      await flood(60, () => get(gateway, 'x'));
      const leave = new AbortController();
      const left = Array.from({ length: 40 }, () =>
        fetch(`${gateway.url}/api/courses`, { signal: leave.signal }).then(
          ({ status }) => status,
          () => 0,
        ),
      );
      const refused = async () => (await get(gateway, 'x')).status === 429;
      await eventually(async () => expect(await refused()).toBe(true));
      leave.abort();
      await Promise.all(left);
      expect((await get(gateway, 'x')).status).toBe(200);
    }));

  describe('on wrong codes', () => {
    const sessionService = () =>
      startUpstream('session', (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const asked = `${request.url}${Buffer.concat(chunks).toString()}`;
          const needsToken = !/scans\/?$/i.test(request.url ?? '');
          const status = needsToken && !request.headers.authorization ? 401 : /right/.test(asked) ? 200 : 404;
          response.writeHead(asked.includes('stopped') ? 429 : status).end('{}');
        });
      });
    const verify = (gateway: TestGateway, code: string, headers = { authorization: 'Bearer x' }) =>
      fetch(`${gateway.url}/api/sessions/verify/${code}`, { headers });
    const scan = (gateway: TestGateway, code: string, path = '/api/sessions/scans') =>
      fetch(gateway.url + path, { method: 'POST', body: JSON.stringify({ code }) });
    const expectStopped = async (response: Response) => {
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(errorBodySchema.parse(await response.json()).code).toBe('too_many_codes');
    };
    const within = async (settings: Record<string, string>, test: (gateway: TestGateway) => Promise<void>) =>
      withGateway(settings, test, { session: await sessionService() });

    it.each(['/api/sessions/scans', '/api/sessions/SCANS/', '/API/sessions/scans'])(
      'delay only scans that are sent before the sign-in (%s)',
      (path) =>
        within({ RATE_LIMIT_SCANS: '2' }, async (gateway) => {
          for (const code of ['a', 'b']) expect((await scan(gateway, code, path)).status).toBe(404);
          await expectStopped(await scan(gateway, 'c'));
          expect((await verify(gateway, 'right')).status).toBe(200);
        }),
    );

    it('accept a correct scan after its delay, however many wrong codes its address sent', () =>
      within({ RATE_LIMIT_SCANS: '60' }, async (gateway) => {
        expect(new Set(await flood(60, () => scan(gateway, 'wrong')))).toEqual(new Set([404]));
        expect((await scan(gateway, 'right')).status).toBe(200);
      }));

    it('never delay signed-in users because of other clients at their address', () =>
      within({ RATE_LIMIT_SCANS: '2' }, async (gateway) => {
        for (const path of ['/API/sessions/verify/x', '/api/sessions/VERIFY/x', '/api/sessions/verify/x'])
          for (let count = 0; count < 5; count += 1) {
            expect((await fetch(gateway.url + path)).status).toBe(401);
            const answer = await fetch(gateway.url + path, { headers: { authorization: 'Bearer x' } });
            expect(answer.status).toBe(404);
          }
        expect((await verify(gateway, 'right')).status).toBe(200);
      }));

    it('are not used up by rejected or aborted requests', () =>
      within({ RATE_LIMIT_SCANS: '3' }, async (gateway) => {
        for (let count = 0; count < 5; count += 1) {
          expect((await scan(gateway, 'stopped')).status).toBe(429);
          const hangUp = new AbortController();
          const left = fetch(`${gateway.url}/api/sessions/scans`, { method: 'POST', signal: hangUp.signal });
          hangUp.abort();
          await expect(left).rejects.toThrow(/abort/i);
        }
        expect((await scan(gateway, 'right')).status).toBe(200);
      }));
  });
});
