import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, DEVICE_SIGNATURE_HEADER, errorBodySchema } from '@qr-attendance/contracts';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';
import type { ReceivedRequest } from './support/upstream.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const seen = async (path: string, init?: RequestInit): Promise<ReceivedRequest> =>
  (await (await fetch(gateway.url + path, init)).json()) as ReceivedRequest;

describe('the gateway forwards', () => {
  const publicRoutes = allRoutes.filter(
    ({ access, service }) => access !== 'internal' && service !== 'gateway',
  );
  it.each(publicRoutes.map((route) => [route.method, route.path, route.service]))(
    '%s %s to %s',
    async (method, path, service) => {
      const answer = await seen(path.replace(/:\w+/g, 'x1'), { method: method.toUpperCase() });
      expect(answer.upstream).toBe(service);
      expect(answer.url).toBe(path.replace(/:\w+/g, 'x1'));
    },
  );

  it('method, query, token and body unchanged', async () => {
    const answer = await seen('/api/courses?limit=5&cursor=a%20b', {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: '{"broken',
    });
    expect(answer).toMatchObject({
      method: 'POST',
      url: '/api/courses?limit=5&cursor=a%20b',
      body: '{"broken',
    });
    expect(answer.headers).toMatchObject({ authorization: 'Bearer t', 'content-type': 'application/json' });
  });

  it('a signed body byte for byte, with its signature', async () => {
    const body = '{ "scan" :\t"é\\u00e9", "scan":1 }\n';
    const answer = await seen('/api/sessions/scans/redeem', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [DEVICE_SIGNATURE_HEADER]: 'c2lnbmF0dXJl' },
      body,
    });
    expect(answer.body).toBe(body);
    expect(answer.headers[DEVICE_SIGNATURE_HEADER]).toBe('c2lnbmF0dXJl');
  });

  it('a chunked body with its length', async () => {
    const answer = await rawRequest(gateway.port, '/api/courses', { method: 'POST', body: ['{"a"', ':1}'] });
    const { body, headers } = JSON.parse(answer.body) as ReceivedRequest;
    expect(body).toBe('{"a":1}');
    expect(headers['content-length']).toBe('7');
    expect(headers['transfer-encoding']).toBeUndefined();
  });

  it('the same request ID that the response contains', async () => {
    const answer = await rawRequest(gateway.port, '/api/courses');
    const ids = answer.rawHeaders.filter((_text, index, all) => /^x-request-id$/i.test(all[index - 1] ?? ''));
    expect(ids).toHaveLength(1);
    expect((JSON.parse(answer.body) as ReceivedRequest).headers['x-request-id']).toBe(ids[0]);
  });

  it('the request id that the client chose', async () => {
    const answer = await seen('/api/courses', { headers: { 'x-request-id': 'chosen-by-client' } });
    expect(answer.headers['x-request-id']).toBe('chosen-by-client');
  });

  it('its own forwarding headers instead of the headers that the client sent', async () => {
    const answer = await rawRequest(gateway.port, '/api/courses', {
      headers: {
        host: 'attendance.example:8080',
        'x-forwarded-for': '1.2.3.4',
        'x-forwarded-proto': 'https',
        'x-forwarded-prefix': '/x',
        forwarded: 'for=1.2.3.4',
        'x-real-ip': '1.2.3.4',
        'x-gateway-token': 'made up',
        connection: 'close, x-secret',
        'x-secret': '1',
        te: 'trailers',
      },
    });
    const { headers } = JSON.parse(answer.body) as ReceivedRequest;
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'attendance.example:8080',
      connection: 'keep-alive',
    });
    for (const name of ['x-forwarded-prefix', 'forwarded', 'x-real-ip', 'x-gateway-token', 'x-secret', 'te'])
      expect(headers[name]).toBeUndefined();
    expect(answer.headers.connection).toBe('close');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});

it('the gateway sends its token to services', async () => {
  const token = 'a token of the gateway that is long enough';
  const own = await startGateway({ GATEWAY_TOKEN: token });
  try {
    const answer = await rawRequest(own.port, '/api/courses', { headers: { 'x-gateway-token': 'made up' } });
    expect((JSON.parse(answer.body) as ReceivedRequest).headers['x-gateway-token']).toBe(token);
  } finally {
    await own.stop();
  }
});

describe('a request', () => {
  it.each(['/API/auth/me', '/api/AUTH/me', '/api/auth/ME/', '/Api/Auth/Me?a=/b'])(
    'reaches the service in any spelling of its path (%s)',
    async (path) => {
      const answer = await rawRequest(gateway.port, path);
      expect(JSON.parse(answer.body)).toMatchObject({ upstream: 'auth', url: path });
    },
  );
});

describe('a gateway behind a trusted proxy', () => {
  it('uses the headers of that proxy and requires https', async () => {
    const trusting = await startGateway({ TRUST_PROXY: 'loopback' });
    try {
      const answer = await rawRequest(trusting.port, '/api/courses', {
        headers: {
          'x-forwarded-for': '6.6.6.6, 203.0.113.7',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'attendance.example',
        },
      });
      expect((JSON.parse(answer.body) as ReceivedRequest).headers).toMatchObject({
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'attendance.example',
      });
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    } finally {
      await trusting.stop();
    }
  });
});

describe('the gateway returns 404 with the documented error body', () => {
  it.each([
    '/api',
    '/api/',
    '/api/unknown',
    '/api/authors',
    '/internal',
    '/internal/users/1',
    '/INTERNAL/users/1',
  ])('for %s', async (path) => {
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(404);
    const body = errorBodySchema.parse(await response.json());
    expect(body.requestId).toBe(response.headers.get('x-request-id'));
  });
});

describe('ambiguous paths', () => {
  it.each([
    '/api/../internal/users/1',
    '/api/auth/../../internal/users/1',
    '/api/auth/%2e%2e/%2e%2e/internal/users/1',
    '/api/auth/%252e%252e/%252e%252e/internal/users/1',
    '/api/auth/..%2f..%2finternal/users/1',
    '/api/auth/..\\..\\internal\\users\\1',
    '/api/auth/..%5c..%5cinternal',
    '/api//auth/me',
    '//api/auth/me',
    '//internal/users/1',
    '/./internal/users/1',
    '/x/%2e%2e/internal/users/1',
    '/%2finternal/users/1',
    '/api%2fauth/me',
    '/%61pi/auth/me',
    '/%69nternal/users/1',
    '/api/auth/%6cogin',
    '/api/auth/me#/../login',
    '/api/auth/%00',
    '/api/auth/%',
    '/remotes/teacher/..%2f..%2fsecret.txt',
    '/remotes/teacher/../../secret.txt',
    'http://elsewhere/internal/users/1',
  ])('are rejected: %s', async (path) => {
    const answer = await rawRequest(gateway.port, path);
    expect([400, 404]).toContain(answer.status);
    expect(errorBodySchema.parse(JSON.parse(answer.body)).error).not.toBe('');
  });

  it.each(['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/.env', '/%2eenv', '/assets/..%2f..%2fsecret.txt'])(
    'serve no file outside the web app: %s',
    async (path) => {
      expect((await rawRequest(gateway.port, path)).body).not.toMatch(/outside|SECRET/);
    },
  );
});
