import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBodySchema } from '@qr-attendance/contracts';
import { closeServer, ConfigError, listen, readConfig } from '@qr-attendance/server';
import { eventually } from '@qr-attendance/test-kit';
import express from 'express';
import { gatewayConfigSchema } from '../src/config.ts';
import { environmentOf, startGateway, startUpstreams, type TestGateway } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';
import { createWebApp } from './support/web-app.ts';

const startWebServer = async (dir: string) => {
  const requestedPaths: string[] = [];
  const app = express();
  app.use((request, _response, next) => {
    requestedPaths.push(request.path);
    next();
  });
  app.use(express.static(dir, { dotfiles: 'allow' }));
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${port}`, asked: requestedPaths, stop: () => closeServer(server, 0) };
};

let files: Awaited<ReturnType<typeof createWebApp>>;
let shell: Awaited<ReturnType<typeof startWebServer>>;
let teacher: Awaited<ReturnType<typeof startWebServer>>;
let gateway: TestGateway;
let settings: Record<string, string>;

const noFolders = {
  STATIC_SHELL_DIR: undefined,
  STATIC_REMOTES_DIR: undefined,
};

beforeAll(async () => {
  files = await createWebApp();
  shell = await startWebServer(`${files.dir}/shell`);
  teacher = await startWebServer(`${files.dir}/teacher`);
  await writeFile(
    join(files.dir, 'remotes.json'),
    '{"teacher":{"entry":"/remotes/teacher-2/a.json","contractVersion":2}}',
  );
  settings = {
    STATIC_SHELL_URL: shell.url,
    STATIC_REMOTE_URLS: `teacher=${teacher.url}, teacher-2=${teacher.url}/, student=http://127.0.0.1:9`,
    REMOTES_FILE: join(files.dir, 'remotes.json'),
    STATIC_REMOTE_URLS_FILE: join(files.dir, 'servers.json'),
  };
  gateway = await startGateway({ ...noFolders, ...settings });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([shell.stop(), teacher.stop()]);
  await files.remove();
});
const get = (path: string) => fetch(gateway.url + path);

describe('a web app on separate web servers', () => {
  it.each(['/', '/login', '/teacher/sessions/123'])('serves its page at %s, with a nonce', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    expect(nonce).not.toContain('__');
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  });

  it.each([
    ['/main.0a1b2c3d.js', 'text/javascript', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
    ['/remotes/teacher/mf-manifest.json', 'application/json', 'no-cache'],
    ['/remotes/teacher-2/js/page.89abcdef.js', 'text/javascript', 'public, max-age=31536000, immutable'],
  ])('serves its files, such as %s', async (path, type, caching) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('cache-control')).toBe(caching);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('fetches a hashed file once, however many clients request it', async () => {
    const path = '/js/page.89abcdef.js';
    await (await get(`/remotes/teacher${path}`)).text();
    const before = teacher.asked.filter((requestedPaths) => requestedPaths === path).length;
    await Promise.all(
      Array.from({ length: 20 }, async () => (await get(`/remotes/teacher${path}`)).arrayBuffer()),
    );
    expect(teacher.asked.filter((requestedPaths) => requestedPaths === path)).toHaveLength(before);
  });

  it.each([
    '/missing.js',
    '/main.ffffffff.js',
    '/.env',
    '/remotes/teacher/missing.js',
    '/remotes/teacher/',
    '/remotes/unknown/mf-manifest.json',
  ])('returns 404 at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    errorBodySchema.parse(await response.json());
  });

  it('never requests hidden or encoded paths from its servers', async () => {
    for (const path of ['/.env', '/remotes/teacher/.env', '/a%2fb.js', '/remotes/teacher/x%61.js'])
      await rawRequest(gateway.port, path);
    expect([...shell.asked, ...teacher.asked].join()).not.toMatch(/\.env|%|xa\.js/);
  });

  it('does not send an unchanged file again', async () => {
    const path = '/remotes/teacher/mf-manifest.json';
    const etag = (await get(path)).headers.get('etag') ?? '';
    const again = await rawRequest(gateway.port, path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('returns 503 for an unavailable server, without affecting others', async () => {
    const response = await get('/remotes/student/mf-manifest.json');
    expect(response.status).toBe(503);
    expect(errorBodySchema.parse(await response.json()).code).toBe('web_app_unavailable');
    expect((await get('/remotes/teacher/mf-manifest.json')).status).toBe(200);
  });

  it('keeps the gateway ready while its servers are down, for phones that have cached the page', async () => {
    const alone = await startGateway({ ...noFolders, ...settings, STATIC_SHELL_URL: 'http://127.0.0.1:9' });
    try {
      expect((await fetch(`${alone.url}/readyz`)).status).toBe(200);
      expect((await fetch(alone.url)).status).toBe(503);
    } finally {
      await alone.stop();
    }
  });
});

describe('web servers in a file', () => {
  const path = '/remotes/teacher-3/js/page.89abcdef.js';
  const writeServers = (text: string) => writeFile(settings['STATIC_REMOTE_URLS_FILE'] ?? '', text);

  it('are added and removed without a restart, and stay in use while the file is invalid', async () => {
    expect((await get(path)).status).toBe(404);
    await writeServers(JSON.stringify({ 'teacher-3': teacher.url }));
    await eventually(async () => expect((await get(path)).status).toBe(200));

    for (const mistake of ['{"teacher-4":', '{"../teacher":"http://a"}', '{"teacher-4":"file:///etc"}'])
      await writeServers(mistake);
    await writeServers(JSON.stringify({ 'teacher-3': teacher.url, 'teacher-4': 'no address' }));
    expect((await get(path)).status).toBe(200);
    expect((await get('/remotes/teacher-4/mf-manifest.json')).status).toBe(404);

    await writeServers('{}');
    await eventually(async () => expect((await get(path)).status).toBe(404));
  });

  it('do not override the servers in the settings', async () => {
    await writeServers(JSON.stringify({ teacher: 'http://127.0.0.1:9', 'teacher-5': teacher.url }));
    await eventually(async () => expect((await get('/remotes/teacher-5/mf-manifest.json')).status).toBe(200));
    expect((await get('/remotes/teacher/mf-manifest.json')).status).toBe(200);
  });

  it.each(['/remotes/%ff/a.js', '/remotes/__proto__/a.js', '/remotes/constructor/a.js'])(
    'are not looked up for an invalid name: %s',
    async (odd) => {
      const { status } = await rawRequest(gateway.port, odd);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});

const rolledOutTo = (percent: number): string => {
  const version = { entry: '/remotes/teacher/a.json', contractVersion: 2 };
  return JSON.stringify({ teacher: { ...version, rollout: [{ ...version, percent }] } });
};

describe('the list of remotes', () => {
  it('is reloaded from its file, so versions are switched without a restart', async () => {
    const file = join(files.dir, 'remotes.json');
    expect(await (await get('/remotes.json')).json()).toHaveProperty(
      'teacher.entry',
      '/remotes/teacher-2/a.json',
    );
    await writeFile(file, '{"teacher":{"entry":"/remotes/teacher/a.json","contractVersion":2}}');
    const response = await get('/remotes.json');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.json()).toHaveProperty('teacher.entry', '/remotes/teacher/a.json');
  });

  it.each([
    ['not JSON', '{"teacher": '],
    ['without entries', '[]'],
    ['assigning more than 100 % of users', rolledOutTo(101)],
    ['missing the URL of an entry', '{"teacher":{"contractVersion":2}}'],
  ])('keeps its content while its file is %s', async (_what, mistaken) => {
    const file = join(files.dir, 'remotes.json');
    await writeFile(file, rolledOutTo(5));
    const before = await (await get('/remotes.json')).text();
    await writeFile(file, mistaken);
    const response = await get('/remotes.json');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(before);
    expect(before).toBe(rolledOutTo(5));
  });

  it('contains the pages of each version, even if the remote’s server is unavailable', async () => {
    const file = join(files.dir, 'remotes.json');
    const pages = [{ path: 'courses', later: true }];
    const manifest = join(files.dir, 'teacher', 'with-pages.json');
    await writeFile(manifest, JSON.stringify({ remote: { contractVersion: {}, pages } }));
    const version = (entry: string) => ({ entry, contractVersion: 2 });
    const list = {
      teacher: {
        ...version('/remotes/teacher/mf-manifest.json'),
        rollout: [{ ...version('/remotes/teacher-2/with-pages.json'), percent: 5 }],
      },
      student: version('/remotes/student/mf-manifest.json'),
      elsewhere: version('https://web.example/mf-manifest.json'),
    };
    await writeFile(file, JSON.stringify(list));
    const rollout = [{ ...list.teacher.rollout[0], pages }];
    const expected = { ...list, teacher: { ...list.teacher, rollout } };
    expect(await (await get('/remotes.json')).json()).toEqual(expected);
    await rm(manifest);
    expect(await (await get('/remotes.json')).json()).toEqual(expected);
  });

  it('does not wait for a remote’s server that hangs', async () => {
    const { server, port } = await listen(
      express().use(() => undefined),
      { host: '127.0.0.1', port: 0 },
    );
    const env = { ...noFolders, ...settings, STATIC_REMOTE_URLS: `teacher=http://127.0.0.1:${port}` };
    const list = '{"teacher":{"entry":"/remotes/teacher/mf-manifest.json","contractVersion":2}}';
    await writeFile(join(files.dir, 'remotes.json'), list);
    const fresh = await startGateway(env);
    try {
      // Shorter than the time-out of `fetchFile`, after which the answer would be different.
      const response = await fetch(`${fresh.url}/remotes.json`, { signal: AbortSignal.timeout(4_000) });
      expect(await response.text()).toBe(list);
    } finally {
      await fresh.stop();
      await closeServer(server, 0);
    }
  });

  it('returns 503 if its file was invalid from the start', async () => {
    await writeFile(join(files.dir, 'remotes.json'), rolledOutTo(101));
    const fresh = await startGateway({ ...noFolders, ...settings });
    try {
      const response = await fetch(`${fresh.url}/remotes.json`);
      expect(response.status).toBe(503);
      expect(errorBodySchema.parse(await response.json()).code).toBe('no_remotes');
    } finally {
      await fresh.stop();
    }
  });

  it('returns 503 while its file is missing', async () => {
    await rm(join(files.dir, 'remotes.json'));
    expect((await get('/remotes.json')).status).toBe(503);
  });
});

it.each([
  ['no source of the shell', { STATIC_SHELL_URL: undefined }, 'STATIC_SHELL_DIR'],
  ['two sources of the shell', { STATIC_SHELL_DIR: '/web/shell' }, 'STATIC_SHELL_URL'],
  ['two sources of a remote', { STATIC_REMOTES_DIR: '/web/{name}' }, 'STATIC_REMOTES_DIR'],
  ['no source of the remotes', { STATIC_REMOTE_URLS: '' }, 'STATIC_REMOTES_DIR'],
  ['a single folder for all remotes', { STATIC_REMOTES_DIR: '/web' }, 'STATIC_REMOTES_DIR'],
  ['a remote without a URL', { STATIC_REMOTE_URLS: 'teacher' }, 'STATIC_REMOTE_URLS'],
  ['a path as a name', { STATIC_REMOTE_URLS: '../a=http://web:8080' }, 'STATIC_REMOTE_URLS'],
])('%s prevents the start', async (_what, wrong, variable) => {
  const upstreams = await startUpstreams();
  const env = { ...environmentOf(upstreams, files.dir), ...noFolders, ...settings, ...wrong };
  await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
  expect(() => readConfig(gatewayConfigSchema, env)).toThrow(ConfigError);
  expect(() => readConfig(gatewayConfigSchema, env)).toThrow(variable);
});
