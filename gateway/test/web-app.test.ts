import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBodySchema } from '@qr-attendance/contracts';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    CAMPUS_TIME_ZONE: 'Asia/Kolkata',
    REPORTS_SAMPLE: '0.25',
    INSTITUTION: JSON.stringify({ departments: ['</script><b>Law'], words: { en: { usn: 'Student ID' } } }),
  });
});
afterAll(() => gateway.stop());
const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });

describe('the page of the shell', () => {
  it.each([
    '/',
    '/index.html',
    '/login',
    '/teacher/sessions/123',
    '/attendance/ABCD2345',
    '/attendance/https%3A%2F%2Fexample.org%2Fa.b',
    '/no/such/page',
  ])('is served at %s and revalidated each time', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('<meta name="csp-nonce"');
  });

  it('has a nonce that its policy allows and that no other response has', async () => {
    const nonces = await Promise.all(
      ['/', '/', '/login'].map(async (path) => {
        const response = await get(path);
        const html = await response.text();
        const nonce = /content="([^"]+)"/.exec(html)?.[1] ?? '';
        expect(html).toContain(`<script nonce="${nonce}"`);
        expect(html).not.toContain('__CSP_NONCE__');
        expect(response.headers.get('content-security-policy')).toContain(
          `script-src 'self' 'nonce-${nonce}'`,
        );
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  it('contains the campus time zone', async () => {
    expect(await (await get('/')).text()).toContain('<meta name="campus-time-zone" content="Asia/Kolkata">');
  });

  it('contains the institution’s texts, escaped for the element that holds them', async () => {
    const html = await (await get('/')).text();
    const [, inline = ''] =
      /<script type="application\/json" id="institution">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(inline)).toEqual({
      departments: [{ name: '</script><b>Law', names: {} }],
      studentNumbers: ['usn', 'regNo'],
      words: { en: { usn: 'Student ID' } },
    });
  });

  it('contains the fraction of page loads that report web vitals', async () => {
    expect(await (await get('/')).text()).toContain('<meta name="browser-reports-sample" content="0.25">');
  });

  it('has a strict content security policy and privacy headers', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "manifest-src 'self'",
    ])
      expect(policy).toContain(rule);
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'wasm-unsafe-eval';/);
    // Only WebAssembly may be evaluated; it decodes QR codes.
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|upgrade-insecure-requests|\*/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('is not served for POST', async () => {
    const response = await fetch(gateway.url, { method: 'POST' });
    expect(response.status).toBe(404);
  });
});

describe('files of the web app', () => {
  it.each([
    ['/main.0a1b2c3d.js', 'public, max-age=31536000, immutable'],
    ['/remotes/teacher/js/page.89abcdef.js', 'public, max-age=31536000, immutable'],
    ['/remotes.json', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
    ['/manifest.webmanifest', 'no-cache'],
    ['/icon-192.png', 'no-cache'],
    ['/remotes/teacher/remoteEntry.js', 'no-cache'],
    ['/remotes/teacher/mf-manifest.json', 'no-cache'],
    ['/remotes/student/mf-manifest.json', 'no-cache'],
    ['/remotes/attendance/mf-manifest.json', 'no-cache'],
  ])('include %s, which is cached as %s', async (path, caching) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe(caching);
  });

  it.each([
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/icon-192.png', 'image/png'],
    ['/favicon.svg', 'image/svg+xml'],
  ])('include %s with the content type %s', async (path, type) => {
    expect((await get(path)).headers.get('content-type')?.split(';')[0]).toBe(type);
  });

  it.each([
    '/missing.js',
    '/main.ffffffff.js',
    '/remotes',
    '/remotes/teacher',
    '/remotes/teacher/',
    '/remotes/teacher/missing',
    '/remotes/teacher/missing.js',
    '/remotes/unknown/mf-manifest.json',
    '/.env',
  ])('do not include %s: the response is a 404 that is not cached', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    errorBodySchema.parse(await response.json());
  });

  const texts = ['/main.0a1b2c3d.js', '/remotes/teacher/remoteEntry.js'];
  it.each(
    texts.flatMap((path) => [['br'], ['gzip'], ['gzip, br', 'br']].map((row) => [path, ...row] as const)),
  )('(%s) are compressed for a browser that accepts %s', async (path, accepted = '', chosen = accepted) => {
    const plain = await (await get(path, { 'accept-encoding': 'identity' })).text();
    for (let time = 0; time < 2; time += 1) {
      const response = await get(path, { 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe(chosen);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(response.headers.get('content-type')).toContain('text/javascript');
      expect(await response.text()).toBe(plain);
    }
  });

  it('are sent in the compressed form that the build produced', async () => {
    const path = '/built.0a1b2c3d.js';
    await writeFile(join(gateway.webApp, 'shell', path), 'plain');
    await writeFile(join(gateway.webApp, 'shell', `${path}.br`), brotliCompressSync('by the build'));
    const read = async (encoding: string) => (await get(path, { 'accept-encoding': encoding })).text();
    expect(await read('br, gzip')).toBe('by the build');
    expect(await read('gzip')).toBe('plain');
    expect(await read('identity')).toBe('plain');
  });

  it('of WebAssembly are compressed and have the content type for streaming compilation', async () => {
    const path = '/remotes/student/assets/decoder.0a1b2c3d.wasm';
    const response = await get(path, { 'accept-encoding': 'br' });
    expect(response.headers.get('content-type')).toBe('application/wasm');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toBe('wasm');
  });

  it('are sent uncompressed to a client that accepts no compression', async () => {
    const answer = await rawRequest(gateway.port, '/main.0a1b2c3d.js');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toContain('console.log');
  });

  it('have the same headers for HEAD as for GET', async () => {
    const answer = await rawRequest(gateway.port, '/main.0a1b2c3d.js', {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br' },
    });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.body).toBe('');
  });

  it('include a list of the pages of remotes', async () => {
    const entry = '/remotes/student/listed.json';
    const list = { student: { entry, contractVersion: 2 } };
    const pages = [{ path: '' }];
    await writeFile(join(gateway.webApp, 'shell/remotes.json'), JSON.stringify(list));
    await writeFile(join(gateway.webApp, 'student/listed.json'), JSON.stringify({ remote: { pages } }));
    expect(await (await get('/remotes.json')).json()).toEqual({ student: { ...list.student, pages } });
  });

  it('are not sent again if unchanged', async () => {
    const etag = (await get('/remotes.json')).headers.get('etag') ?? '';
    const again = await rawRequest(gateway.port, '/remotes.json', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });
});

describe('readiness', () => {
  it('fails until the web app is available, and pages return 503 until then', async () => {
    const unbuilt = await startGateway();
    try {
      expect((await fetch(`${unbuilt.url}/readyz`)).status).toBe(200);
      await rm(`${unbuilt.webApp}/shell/index.html`);
      expect((await fetch(`${unbuilt.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${unbuilt.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${unbuilt.url}/login`)).status).toBe(503);
    } finally {
      await unbuilt.stop();
    }
  });
});

it.each(['/healthz', '/readyz', '/api/nothing', '/remotes/none.js', '/api//auth', '/attendance/ABCD2345'])(
  '%s has headers against framing, sniffing and referrers',
  async (path) => {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);

it.each(['/', '/login', '/healthz', '/api/docs', '/api/openapi.json', '/main.0a1b2c3d.js'])(
  'TRACE %s echoes nothing',
  async (path) => {
    const answer = await rawRequest(gateway.port, path, {
      method: 'TRACE',
      headers: { 'x-mine': 'echo-me' },
    });
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('echo-me');
  },
);
