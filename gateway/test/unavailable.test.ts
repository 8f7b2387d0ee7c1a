import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { errorBodySchema, routes } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { startUpstream } from './support/upstream.ts';

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
});
const start = async (...args: Parameters<typeof startGateway>): Promise<TestGateway> => {
  const gateway = await startGateway(...args);
  stops.push(gateway.stop);
  return gateway;
};

const expectUnavailable = async (response: Response) => {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const body = errorBodySchema.parse(await response.json());
  expect(body).toMatchObject({
    code: 'upstream_unavailable',
    requestId: response.headers.get('x-request-id'),
  });
};

describe('an unavailable upstream', () => {
  it('gets 503 responses, does not affect other upstreams, and is used again when it recovers', async () => {
    const gateway = await start();
    const { port } = gateway.upstreams.course;
    expect((await fetch(`${gateway.url}/api/courses`)).status).toBe(200);
    await gateway.upstreams.course.stop();

    for (let count = 0; count < 20; count += 1)
      await expectUnavailable(
        await fetch(`${gateway.url}/api/courses`, { method: count % 2 ? 'POST' : 'GET' }),
      );
    expect((await fetch(`${gateway.url}/api/sessions`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);

    gateway.upstreams.course = await startUpstream('course', undefined, port);
    await eventually(async () => expect((await fetch(`${gateway.url}/api/courses`)).status).toBe(200));
  });

  it('redirects a browser on its way to an identity provider to the sign-in page', async () => {
    const gateway = await start();
    await gateway.upstreams.auth.stop();
    const address = routes.auth.startProviderSignIn.path.replace(':provider', 'campus');
    const response = await fetch(`${gateway.url}${address}?returnTo=%2Fattendance%2FK7M29QXB`, {
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      '/login#error=provider_busy&provider=campus&returnTo=%2Fattendance%2FK7M29QXB',
    );
  });

  it('causes a timeout if it accepts connections but never responds', async () => {
    const silent = await startUpstream('course', () => {});
    const gateway = await start({ UPSTREAM_TIMEOUT_MS: '300' }, { course: silent });
    await expectUnavailable(await fetch(`${gateway.url}/api/courses`));
  });

  it('is retried for GET, never for POST, if it closes the connection before responding', async () => {
    const requests = { GET: 0, POST: 0 };
    const cutting = await startUpstream('course', (request) => {
      requests[request.method as keyof typeof requests] += 1;
      request.socket.destroy();
    });
    const gateway = await start({}, { course: cutting });
    await expectUnavailable(await fetch(`${gateway.url}/api/courses`));
    await expectUnavailable(await fetch(`${gateway.url}/api/courses`, { method: 'POST', body: '{}' }));
    expect(requests).toEqual({ GET: 2, POST: 1 });
  });

  it('causes a 503 if it does not speak HTTP', async () => {
    const babble = createTcpServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('what?\r\n\r\n'),
    );
    await new Promise<void>((resolve) => babble.listen(0, '127.0.0.1', resolve));
    stops.push(() => new Promise((resolve) => babble.close(() => resolve())));
    const { port } = babble.address() as AddressInfo;
    const gateway = await start({ COURSE_URL: `http://127.0.0.1:${port}` });
    await expectUnavailable(await fetch(`${gateway.url}/api/courses`));
  });
});

describe('a slow upstream', () => {
  const LIST = '/api/sessions';
  const ONE = '/api/sessions/65f0c0ffee0ddba11c0ffee1';
  const CODE = '/api/sessions/verify/CODE2345';
  const startSlow = async (isSlow: (path: string) => boolean) => {
    const session = await startUpstream('session', (request, response) => {
      if (!isSlow(request.url ?? '')) response.end('{}');
    });
    const gateway = await start({ UPSTREAM_TIMEOUT_MS: '300' }, { session });
    const ask = async (path: string) => (await fetch(gateway.url + path)).status;
    return { ask, flood: (path: string) => Promise.all(Array.from({ length: 20 }, () => ask(path))) };
  };

  it('still serves all other requests if only costly requests time out', async () => {
    const { ask, flood } = await startSlow((path) => path === LIST);
    expect(new Set(await flood(LIST))).toEqual(new Set([503]));
    expect([await ask(ONE), await ask(CODE)]).toEqual([200, 200]);
  });

  it('still serves scans if other requests time out', async () => {
    const { ask, flood } = await startSlow((path) => path === ONE);
    await flood(ONE);
    expect([await ask(ONE), await ask(CODE)]).toEqual([503, 200]);
  });
});

describe('an upstream that returns errors', () => {
  it('is still used, and its errors reach the client unchanged', async () => {
    const failing = await startUpstream('course', (_request, response) => {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{"error":"Please try again in a moment.","code":"try_again","requestId":"r"}');
    });
    const gateway = await start({}, { course: failing });
    for (let count = 0; count < 20; count += 1) {
      const response = await fetch(`${gateway.url}/api/courses`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'try_again' });
    }
  });

  it('keeps its breaker closed when clients disconnect early', async () => {
    let slowly = true;
    const slow = await startUpstream('course', (_request, response) => {
      if (!slowly) response.end('{}');
    });
    const gateway = await start({}, { course: slow });
    for (let count = 0; count < 20; count += 1) {
      const leaving = fetch(`${gateway.url}/api/courses`, { signal: AbortSignal.timeout(20) });
      await expect(leaving).rejects.toThrow();
    }
    slowly = false;
    expect((await fetch(`${gateway.url}/api/courses`)).status).toBe(200);
  });
});
