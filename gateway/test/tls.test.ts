import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCertificate } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import { environmentOf, startUpstreams, type UpstreamName } from './support/gateway.ts';
import type { TestUpstream } from './support/upstream.ts';
import { createWebApp } from './support/web-app.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
let upstreams: Record<UpstreamName, TestUpstream>;
let webApp: Awaited<ReturnType<typeof createWebApp>>;
let folder: string;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  upstreams = await startUpstreams();
  webApp = await createWebApp();
  folder = await mkdtemp(join(tmpdir(), 'gateway-tls-'));
  for (const name of ['own', 'other']) {
    const { cert, key } = await createCertificate(['localhost']);
    await writeFile(file(`${name}.cert`), cert);
    await writeFile(file(`${name}.key`), key);
  }
  await writeFile(file('nonsense'), 'nonsense');
});
afterAll(async () => {
  await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
  await webApp.remove();
  await rm(folder, { recursive: true });
});

const run = (env: Record<string, string>) =>
  spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], ...environmentOf(upstreams, webApp.dir), LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const portOf = async ({ stdout }: ReturnType<typeof run>): Promise<number> => {
  for await (const line of createInterface({ input: stdout })) {
    const { msg, port } = JSON.parse(line) as { msg?: string; port?: number };
    if (msg === 'listening' && port !== undefined) return port;
  }
  throw new Error('ended before it listened');
};

interface Answer {
  headers: Record<string, unknown>;
  fingerprint: string;
  body: string;
}
const get = (port: number, path: string, ca: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path, ca, family: 4, agent: false }, (response) => {
      let body = '';
      const { fingerprint256: fingerprint } = (response.socket as TLSSocket).getPeerCertificate();
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => resolve({ headers: response.headers, fingerprint, body }));
    })
      .on('error', reject)
      .end();
  });

interface PlainAnswer {
  status: number | undefined;
  location: string | undefined;
  cache: string | undefined;
  body: string;
}
/** Unlike fetch, sets no header that says what the request is for. */
const sendPlain = async (
  port: number,
  path: string,
  { method = 'GET', mode }: { method?: string; mode?: string } = {},
): Promise<PlainAnswer> => {
  const headers = mode === undefined ? {} : { 'sec-fetch-mode': mode };
  const sent = requestPlain({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { location, 'cache-control': cache } = response.headers;
  return { status: response.statusCode, location, cache, body: await text(response) };
};

describe('a gateway with a certificate of its own', () => {
  it('serves https, forwards that protocol to upstreams, and sends no HSTS header', async () => {
    const cert = await readFile(file('own.cert'), 'utf8');
    const gateway = run({ TLS_CERT_FILE: file('own.cert'), TLS_KEY_FILE: file('own.key') });
    try {
      const port = await portOf(gateway);
      const { headers, fingerprint, body } = await get(port, '/api/auth/me', cert);
      expect(fingerprint).toBe(new X509Certificate(cert).fingerprint256);
      expect(JSON.parse(body)).toMatchObject({ headers: { 'x-forwarded-proto': 'https' } });
      expect(headers).not.toHaveProperty('strict-transport-security');
    } finally {
      gateway.kill();
      await once(gateway, 'exit');
    }
  });

  it('redirects plain HTTP to https, and gives scripts of open pages the address', async () => {
    const cert = await readFile(file('own.cert'), 'utf8');
    const gateway = run({
      TLS_CERT_FILE: file('own.cert'),
      TLS_KEY_FILE: file('own.key'),
      HTTPS_ORIGIN: 'https://laptop.local:8443',
    });
    try {
      const port = await portOf(gateway);
      const ask = (path: string, mode?: string) => sendPlain(port, path, { ...(mode && { mode }) });
      const page = { status: 307, location: 'https://laptop.local:8443/go?a=1', cache: 'no-store' };
      expect(await ask('/go?a=1')).toMatchObject(page);
      expect(await ask('/api/auth/providers/1/start', 'navigate')).toMatchObject({ status: 307 });
      const moved = {
        error: 'This system is at https://laptop.local:8443 now. Open it there.',
        code: 'moved',
        requestId: '',
        details: { address: 'https://laptop.local:8443' },
      };
      for (const answer of [
        await ask('/api/auth/me'),
        await ask('/page-to-keep', 'cors'),
        await ask('/assets/main.0a1b2c3d.js', 'no-cors'),
        await sendPlain(port, '/api/auth/login', { method: 'POST' }),
      ]) {
        expect(answer).toMatchObject({ status: 410, location: undefined, cache: 'no-store' });
        expect(JSON.parse(answer.body)).toEqual(moved);
      }
      expect(JSON.parse((await get(port, '/api/auth/me', cert)).body)).toHaveProperty('headers');
    } finally {
      gateway.kill();
      await once(gateway, 'exit');
    }
  });

  it('redirects plain HTTP to the requested host by default', async () => {
    const gateway = run({ TLS_CERT_FILE: file('own.cert'), TLS_KEY_FILE: file('own.key') });
    try {
      const port = await portOf(gateway);
      expect(await sendPlain(port, '/go')).toMatchObject({
        status: 307,
        location: `https://127.0.0.1:${port}/go`,
      });
    } finally {
      gateway.kill();
      await once(gateway, 'exit');
    }
  });

  it('serves a renewed certificate without a restart, and keeps the old one if the renewal is invalid', async () => {
    const mount = file('mounted');
    await mkdir(mount);
    /**
     * Renews the certificate like the kubelet, which writes a mounted Secret to a new folder and switches a link to
     * that folder.
     */
    const write = async (version: string, cert: string, key: string) => {
      await mkdir(join(mount, version));
      await writeFile(join(mount, version, 'tls.crt'), await readFile(file(cert)));
      await writeFile(join(mount, version, 'tls.key'), await readFile(file(key)));
      await symlink(version, join(mount, '..data_tmp'));
      await rename(join(mount, '..data_tmp'), join(mount, '..data'));
    };
    await write('..1', 'own.cert', 'own.key');
    for (const name of ['tls.crt', 'tls.key']) await symlink(join('..data', name), join(mount, name));
    const gateway = run({ TLS_CERT_FILE: join(mount, 'tls.crt'), TLS_KEY_FILE: join(mount, 'tls.key') });
    const said: string[] = [];
    try {
      const lines = createInterface({ input: gateway.stdout });
      lines.on('line', (line) => said.push(line));
      const port = await eventually(() => {
        const listening = said
          .map((line) => JSON.parse(line) as { msg?: string; port?: number })
          .find(({ msg }) => msg === 'listening');
        expect(listening?.port).toBeGreaterThan(0);
        return listening?.port ?? 0;
      });
      const isServed = async (name: string) => {
        const cert = await readFile(file(`${name}.cert`), 'utf8');
        expect((await get(port, '/healthz', cert)).fingerprint).toBe(
          new X509Certificate(cert).fingerprint256,
        );
      };
      await isServed('own');

      await write('..2', 'other.cert', 'own.key');
      await eventually(() => expect(said.join()).toContain('it does not match the certificate'));
      await isServed('own');

      await write('..3', 'other.cert', 'other.key');
      await eventually(() => isServed('other'));
      expect(said.join()).toContain('certificate renewed');
    } finally {
      gateway.kill();
      await once(gateway, 'exit');
    }
  });

  it.each([
    ['the key is not set', { TLS_CERT_FILE: 'own.cert' }, 'TLS_KEY_FILE is missing'],
    ['the certificate is not set', { TLS_KEY_FILE: 'own.key' }, 'TLS_CERT_FILE is missing'],
    [
      'a file is missing',
      { TLS_CERT_FILE: 'none', TLS_KEY_FILE: 'own.key' },
      'TLS_CERT_FILE is wrong (its file cannot be read: ENOENT)',
    ],
    [
      'the certificate is invalid',
      { TLS_CERT_FILE: 'nonsense', TLS_KEY_FILE: 'own.key' },
      'TLS_CERT_FILE is wrong (its file contains no certificate in PEM format)',
    ],
    [
      'the key is invalid',
      { TLS_CERT_FILE: 'own.cert', TLS_KEY_FILE: 'nonsense' },
      'TLS_KEY_FILE is wrong (its file contains no private key in PEM format)',
    ],
    [
      'the key belongs to another certificate',
      { TLS_CERT_FILE: 'own.cert', TLS_KEY_FILE: 'other.key' },
      'TLS_KEY_FILE is wrong (it does not match the certificate)',
    ],
  ])('does not start when %s', async (_what, files, sentence) => {
    const env = Object.fromEntries(Object.entries(files).map(([name, value]) => [name, file(value)]));
    const gateway = run(env);
    const [said, [exitCode]] = await Promise.all([text(gateway.stderr), once(gateway, 'close')]);
    expect(exitCode).toBe(1);
    expect(said.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });
});
