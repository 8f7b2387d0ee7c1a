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

describe('the shell’s page', () => {
  it.each(['/teacher', '/teacher/', '/teacher/sessions/123'])(
    'writes into the page at %s what is asked for before the remote: the list, and the remote’s manifest',
    async (path) => {
      expect(await inlineAt(path)).toEqual({
        list: { teacher: STABLE },
        manifests: { [ENTRY]: MANIFEST },
      });
    },
  );

  it.each(['/', '/login', '/teachers', '/account', '/no/teacher'])(
    'writes nothing into the page at %s, which needs no remote',
    async (path) => {
      expect(await textOf(path)).toBe('');
    },
  );

  it('writes no manifest while a version is rolled out: only the browser knows whose it is', async () => {
    const rollout = [{ ...STABLE, entry: '/remotes/teacher/next.json', percent: 0 }];
    const list = { teacher: { ...STABLE, rollout } };
    await writeFile(listFile, JSON.stringify(list));
    expect(await inlineAt('/teacher')).toEqual({ list, manifests: {} });
  });

  it('writes a version from the moment that the list names it, and no longer once it is taken back', async () => {
    const next = { ...STABLE, entry: '/remotes/teacher/next.json' };
    const manifest = { name: 'teacher', next: true };
    await writeFile(join(gateway.webApp, 'teacher/next.json'), JSON.stringify(manifest));
    await writeFile(listFile, JSON.stringify({ teacher: next }));
    expect(await inlineAt('/teacher')).toHaveProperty('manifests', { [next.entry]: manifest });
    await writeFile(listFile, JSON.stringify({ teacher: STABLE }));
    expect(await inlineAt('/teacher')).toHaveProperty('manifests', { [ENTRY]: MANIFEST });
  });

  it('writes a manifest as it is now', async () => {
    const file = join(gateway.webApp, 'teacher/mf-manifest.json');
    await inlineAt('/teacher');
    const replaced = { name: 'teacher', build: 2 };
    await writeFile(file, JSON.stringify(replaced));
    expect(await inlineAt('/teacher')).toHaveProperty('manifests', { [ENTRY]: replaced });
    await writeFile(file, JSON.stringify(MANIFEST));
  });

  it.each(['</script><script>alert(1)</script>', '<!--<script>', '__CSP_NONCE__ $& $1'])(
    'lets nothing that a list says out of its element: %s',
    async (hostile) => {
      const list = { teacher: STABLE, other: { entry: hostile, contractVersion: 2, note: hostile } };
      await writeFile(listFile, JSON.stringify(list));
      expect(await inlineAt('/teacher')).toHaveProperty('list', list);
    },
  );

  it.each([
    ['lies on another server', 'https://web.example/mf-manifest.json'],
    ['is not there', '/remotes/teacher/none.json'],
    ['is no JSON', '/remotes/teacher/remoteEntry.js'],
    ['is hidden', '/remotes/teacher/../shell/.env'],
  ])('writes the list alone where a manifest %s', async (_what, entry) => {
    const list = { teacher: { ...STABLE, entry } };
    await writeFile(listFile, JSON.stringify(list));
    expect(await inlineAt('/teacher')).toEqual({ list, manifests: {} });
  });

  it('comes without, where there is no list or the list is mistaken', async () => {
    await writeFile(listFile, 'no JSON');
    expect(await textOf('/teacher')).toBe('');
    await rm(listFile);
    expect(await textOf('/teacher')).toBe('');
  });

  describe('what a remote’s build has drawn', () => {
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

    it('is written into the page at its own path, and at no other', async () => {
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

    it('stays in its element, whatever it holds', async () => {
      const hostile = {
        ...page('courses'),
        html: { en: '</script><script nonce="__CSP_NONCE__">1</script>' },
      };
      const file = 'assets/first-pages.11111111.json';
      await writeFiles(named(file), { [file]: JSON.stringify({ style: '</style>', pages: [hostile] }) });
      expect(await inlineAt('/teacher/courses')).toHaveProperty('firstPages.teacher.pages', [hostile]);
    });

    it.each([
      ['is not there', 'assets/first-pages.22222222.json', undefined],
      ['is no JSON', 'assets/first-pages.33333333.json', '<p>'],
      ['has another form', 'assets/first-pages.44444444.json', '{"pages":{}}'],
      ['has no hash in its name', 'assets/first-pages.json', JSON.stringify(drawn)],
      ['lies elsewhere', '../shell/main.0a1b2c3d.js', undefined],
      ['is no name', 7, undefined],
    ])('is left out where its file %s, and the manifest is there', async (_what, name, text) => {
      const manifest = named(name);
      await writeFiles(manifest, text === undefined ? {} : { [String(name)]: text });
      expect(await inlineAt('/teacher/courses')).toEqual({
        list: { teacher: STABLE },
        manifests: { [ENTRY]: manifest },
      });
    });
  });

  describe('for all paths, which browsers keep', () => {
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

    it('holds what all remotes have drawn, and nothing that says which version of a remote there is', async () => {
      expect(await inlineAt('/page-to-keep')).toEqual({ firstPages: { teacher: drawn } });
    });

    it('leaves out a remote of which a version is being rolled out', async () => {
      const rollout = [{ ...STABLE, entry: '/remotes/teacher/next.json', percent: 50 }];
      await writeFile(listFile, JSON.stringify({ teacher: { ...STABLE, rollout } }));
      expect(await inlineAt('/page-to-keep')).toEqual({ firstPages: {} });
    });

    it('is there without a list of remotes', async () => {
      await rm(listFile);
      expect(await inlineAt('/page-to-keep')).toEqual({ firstPages: {} });
    });

    it('is sent again only where it has changed, though each answer has a nonce of its own', async () => {
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

    it('has its list and the manifest of an area in one answer', async () => {
      const response = await fetch(`${gateway.url}/remotes-of-area/teacher.json`);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.json()).toEqual({ list: { teacher: STABLE }, manifests: { [ENTRY]: manifest } });
    });

    it.each(['nobody', '__proto__', 'constructor'])('has no manifest of %s', async (name) => {
      const response = await fetch(`${gateway.url}/remotes-of-area/${name}.json`);
      expect(await response.json()).toEqual({ list: { teacher: STABLE }, manifests: {} });
    });

    it('answers 404 for an area where there is no list', async () => {
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
      STATIC_TEACHER_DIR: undefined,
      STATIC_STUDENT_DIR: undefined,
      STATIC_ATTENDANCE_DIR: undefined,
      STATIC_REMOTE_URLS: `teacher=http://127.0.0.1:${port}`,
    });
    try {
      // A file is given five seconds; the page would come after those.
      const page = fetch(`${alone.url}/teacher`, { signal: AbortSignal.timeout(4_000) });
      expect((await page).status).toBe(200);
    } finally {
      await alone.stop();
      await closeServer(server, 0);
    }
  });
});
