import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeServer, listen } from '@qr-attendance/server';
import express from 'express';
import { startGateway, type TestGateway } from './support/gateway.ts';

const ENTRY = '/remotes/teacher/mf-manifest.json';
const STABLE = { entry: ENTRY, contractVersion: 2 };
const MANIFEST = { name: 'teacher' };

let gateway: TestGateway;
let listFile: string;
beforeAll(async () => {
  gateway = await startGateway();
  listFile = join(gateway.webApp, 'shell/remotes.json');
});
afterAll(() => gateway.stop());
beforeEach(() => writeFile(listFile, JSON.stringify({ teacher: STABLE })));

const textOf = async (path: string, { url }: { url: string } = gateway): Promise<string> => {
  const response = await fetch(url + path);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain('<script nonce=');
  return /id="remotes">([^<]*)<\/script>/.exec(html)?.[1] ?? 'is not there';
};
const inlineAt = async (path: string, of?: { url: string }): Promise<unknown> =>
  JSON.parse(await textOf(path, of));

describe('the page of the shell', () => {
  it.each(['/teacher', '/teacher/', '/teacher/sessions/123'])(
    'contains the list of remotes and the remote’s manifest at %s',
    async (path) => {
      expect(await inlineAt(path)).toEqual({
        list: { teacher: STABLE },
        manifests: { [ENTRY]: MANIFEST },
      });
    },
  );

  it.each(['/', '/login', '/teachers', '/account', '/no/teacher'])(
    'contains nothing about remotes at %s',
    async (path) => {
      expect(await textOf(path)).toBe('');
    },
  );

  it('contains no manifest during a rollout, because only the browser knows the user', async () => {
    const rollout = [{ ...STABLE, entry: '/remotes/teacher/next.json', percent: 0 }];
    const list = { teacher: { ...STABLE, rollout } };
    await writeFile(listFile, JSON.stringify(list));
    expect(await inlineAt('/teacher')).toEqual({ list, manifests: {} });
  });

  it('contains the version that the list names, until it is rolled back', async () => {
    const next = { ...STABLE, entry: '/remotes/teacher/next.json' };
    const manifest = { name: 'teacher', next: true };
    await writeFile(join(gateway.webApp, 'teacher/next.json'), JSON.stringify(manifest));
    await writeFile(listFile, JSON.stringify({ teacher: next }));
    expect(await inlineAt('/teacher')).toHaveProperty('manifests', { [next.entry]: manifest });
    await writeFile(listFile, JSON.stringify({ teacher: STABLE }));
    expect(await inlineAt('/teacher')).toHaveProperty('manifests', { [ENTRY]: MANIFEST });
  });

  it('contains the new manifest after a remote changes', async () => {
    const file = join(gateway.webApp, 'teacher/mf-manifest.json');
    await inlineAt('/teacher');
    const replaced = { name: 'teacher', build: 2 };
    await writeFile(file, JSON.stringify(replaced));
    expect(await inlineAt('/teacher')).toHaveProperty('manifests', { [ENTRY]: replaced });
    await writeFile(file, JSON.stringify(MANIFEST));
  });

  it.each(['</script><script>alert(1)</script>', '<!--<script>', '__CSP_NONCE__ $& $1'])(
    'escapes what could end the script element: %s',
    async (hostile) => {
      const list = { teacher: STABLE, other: { entry: hostile, contractVersion: 2, note: hostile } };
      await writeFile(listFile, JSON.stringify(list));
      expect(await inlineAt('/teacher')).toHaveProperty('list', list);
    },
  );

  it.each([
    ['is on another server', 'https://web.example/mf-manifest.json'],
    ['is missing', '/remotes/teacher/none.json'],
    ['is not JSON', '/remotes/teacher/remoteEntry.js'],
    ['is hidden', '/remotes/teacher/../shell/.env'],
  ])('contains only the list of remotes if a manifest %s', async (_what, entry) => {
    const list = { teacher: { ...STABLE, entry } };
    await writeFile(listFile, JSON.stringify(list));
    expect(await inlineAt('/teacher')).toEqual({ list, manifests: {} });
  });

  it('omits the list of remotes if it is missing or invalid', async () => {
    await writeFile(listFile, 'no JSON');
    expect(await textOf('/teacher')).toBe('');
    await rm(listFile);
    expect(await textOf('/teacher')).toBe('');
  });

  describe('its navigation', () => {
    const nav = (area: string) => ({ path: '', nav: { text: { en: area } } });
    const entryOf = (area: string) => `/remotes/${area}/pages.json`;
    const manifestOf = (area: string) => ({ name: area, remote: { pages: [nav(area)] } });
    const listed = (area: string) => ({ entry: entryOf(area), contractVersion: 2 });
    const list = {
      teacher: listed('teacher'),
      student: listed('student'),
      attendance: listed('attendance'),
    };
    beforeEach(async () => {
      for (const area of Object.keys(list))
        await writeFile(join(gateway.webApp, area, 'pages.json'), JSON.stringify(manifestOf(area)));
      await writeFile(listFile, JSON.stringify(list));
    });

    it('is inlined once, in the manifest of the path’s area', async () => {
      expect(await inlineAt('/teacher/courses')).toEqual({
        list,
        manifests: { [entryOf('teacher')]: manifestOf('teacher') },
      });
    });

    it('is the student navigation on the marking page', async () => {
      expect(await inlineAt('/attendance/ABCD2345')).toEqual({
        list: { ...list, student: { ...list.student, pages: [nav('student')] } },
        manifests: { [entryOf('attendance')]: manifestOf('attendance') },
      });
    });

    it('is listed for each version during a rollout', async () => {
      const rollout = [{ ...listed('student'), percent: 5 }];
      const teacher = { ...list.teacher, rollout };
      await writeFile(listFile, JSON.stringify({ ...list, teacher }));
      expect(await inlineAt('/teacher')).toEqual({
        list: {
          ...list,
          teacher: {
            ...teacher,
            pages: [nav('teacher')],
            rollout: [{ ...rollout[0], pages: [nav('student')] }],
          },
        },
        manifests: {},
      });
    });

    it.each(['/', '/login', '/register'])('is omitted at %s, which is open to visitors', async (path) => {
      expect(await textOf(path)).toBe('');
    });
  });

  describe('its prerendered first page', () => {
    const FILE = 'assets/first-pages.0a1b2c3d.json';
    const page = (path: string) => ({
      path,
      name: 'first',
      userType: 'TEACHER',
      html: { en: `<p>${path}</p>` },
    });
    const drawn = { style: 'p{}', pages: [page('courses'), page('courses/:id')] };
    const named = (firstPages: unknown) => ({ ...MANIFEST, remote: { firstPages } });
    const writeFiles = async (manifest: unknown, files: Record<string, string> = {}): Promise<void> => {
      await mkdir(join(gateway.webApp, 'teacher/assets'), { recursive: true });
      for (const [name, text] of Object.entries(files))
        await writeFile(join(gateway.webApp, 'teacher', name), text);
      await writeFile(join(gateway.webApp, 'teacher/mf-manifest.json'), JSON.stringify(manifest));
    };
    afterEach(() => writeFiles(MANIFEST));

    it('is inlined at its own path only', async () => {
      await writeFiles(named(FILE), { [FILE]: JSON.stringify(drawn) });
      expect(await inlineAt('/teacher/courses/')).toHaveProperty('firstPages.teacher', {
        style: 'p{}',
        pages: [page('courses')],
      });
      expect(await inlineAt('/teacher/courses/7')).toHaveProperty('firstPages.teacher.pages', [
        page('courses/:id'),
      ]);
      expect(await inlineAt('/teacher/courses/7/students')).not.toHaveProperty('firstPages');
      expect(await inlineAt('/teacher')).not.toHaveProperty('firstPages');
    });

    it('is always escaped', async () => {
      const hostile = {
        ...page('courses'),
        html: { en: '</script><script nonce="__CSP_NONCE__">1</script>' },
      };
      const file = 'assets/first-pages.11111111.json';
      await writeFiles(named(file), { [file]: JSON.stringify({ style: '</style>', pages: [hostile] }) });
      expect(await inlineAt('/teacher/courses')).toHaveProperty('firstPages.teacher.pages', [hostile]);
    });

    it.each([
      ['is missing', 'assets/first-pages.22222222.json', undefined],
      ['is not JSON', 'assets/first-pages.33333333.json', '<p>'],
      ['has another format', 'assets/first-pages.44444444.json', '{"pages":{}}'],
      ['has no hash in its name', 'assets/first-pages.json', JSON.stringify(drawn)],
      ['is in another folder', '../shell/main.0a1b2c3d.js', undefined],
      ['is not a file name', 7, undefined],
    ])('is omitted if its file %s, while the manifest is inlined', async (_what, name, text) => {
      const manifest = named(name);
      await writeFiles(manifest, text === undefined ? {} : { [String(name)]: text });
      expect(await inlineAt('/teacher/courses')).toEqual({
        list: { teacher: STABLE },
        manifests: { [ENTRY]: manifest },
      });
    });
  });

  describe('its copy that browsers cache for all paths', () => {
    const FILE = 'assets/first-pages.66666666.json';
    const drawn = { style: '', pages: [{ path: 'courses', name: 'first', html: { en: '<p>' } }] };
    const manifest = { ...MANIFEST, remote: { firstPages: FILE } };
    const manifestFile = () => join(gateway.webApp, 'teacher/mf-manifest.json');
    beforeEach(async () => {
      await mkdir(join(gateway.webApp, 'teacher/assets'), { recursive: true });
      await writeFile(join(gateway.webApp, 'teacher', FILE), JSON.stringify(drawn));
      await writeFile(manifestFile(), JSON.stringify(manifest));
    });
    afterEach(() => writeFile(manifestFile(), JSON.stringify(MANIFEST)));

    it('contains the first pages of all remotes, and no version of a remote', async () => {
      expect(await inlineAt('/page-to-keep')).toEqual({ firstPages: { teacher: drawn } });
    });

    it('omits a remote that is being rolled out', async () => {
      const rollout = [{ ...STABLE, entry: '/remotes/teacher/next.json', percent: 50 }];
      await writeFile(listFile, JSON.stringify({ teacher: { ...STABLE, rollout } }));
      expect(await inlineAt('/page-to-keep')).toEqual({ firstPages: {} });
    });

    it('is served without a list of remotes', async () => {
      await rm(listFile);
      expect(await inlineAt('/page-to-keep')).toEqual({ firstPages: {} });
    });

    it('is sent again only after a change, although each response has its own nonce', async () => {
      const ask = (tag?: string) =>
        fetch(`${gateway.url}/page-to-keep`, { headers: tag ? { 'if-none-match': tag } : {} });
      const first = await ask();
      const tag = first.headers.get('etag') ?? '';
      const second = await ask();
      expect(second.headers.get('etag')).toBe(tag);
      expect(second.headers.get('content-security-policy')).not.toBe(
        first.headers.get('content-security-policy'),
      );
      expect((await ask(tag)).status).toBe(304);
      const changed = { ...drawn, style: 'p{}' };
      await writeFile(
        join(gateway.webApp, 'teacher/assets/first-pages.77777777.json'),
        JSON.stringify(changed),
      );
      const next = { ...MANIFEST, remote: { firstPages: 'assets/first-pages.77777777.json' } };
      await writeFile(manifestFile(), JSON.stringify(next));
      const third = await ask(tag);
      expect(third.status).toBe(200);
      expect(third.headers.get('etag')).not.toBe(tag);
    });

    it('returns the list and the manifest of an area in one response', async () => {
      const response = await fetch(`${gateway.url}/remotes-of-area/teacher.json`);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.json()).toEqual({ list: { teacher: STABLE }, manifests: { [ENTRY]: manifest } });
    });

    it.each(['nobody', '__proto__', 'constructor'])('returns no manifest of %s', async (name) => {
      const response = await fetch(`${gateway.url}/remotes-of-area/${name}.json`);
      expect(await response.json()).toEqual({ list: { teacher: STABLE }, manifests: {} });
    });

    it('returns 404 for an area if there is no list', async () => {
      await rm(listFile);
      expect((await fetch(`${gateway.url}/remotes-of-area/teacher.json`)).status).toBe(404);
    });
  });

  it('does not wait for a remote’s server that hangs', async () => {
    const { server, port } = await listen(
      express().use(() => undefined),
      { host: '127.0.0.1', port: 0 },
    );
    const alone = await startGateway({
      STATIC_REMOTES_DIR: undefined,
      STATIC_REMOTE_URLS: `teacher=http://127.0.0.1:${port}`,
    });
    try {
      // Fetching a file may take five seconds; the page must not wait for it.
      const page = fetch(`${alone.url}/teacher`, { signal: AbortSignal.timeout(4_000) });
      expect((await page).status).toBe(200);
    } finally {
      await alone.stop();
      await closeServer(server, 0);
    }
  });
});
