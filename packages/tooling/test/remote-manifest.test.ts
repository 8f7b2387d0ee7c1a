import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readRemotePages, remoteManifestSchema } from '@qr-attendance/contracts';
import { REMOTE_CONTRACT_VERSION } from '@qr-attendance/web-kit/contract-version';

const ROOT = join(import.meta.dirname, '../../..');
const RSPACK = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
const FILES = {
  'package.json': `{ "name": "small", "version": "1.0.0", "type": "module",
    "dependencies": { "react": "^19.0.0", "react-router": "^7.0.0", "antd": "^6.6.0", "zod": "^4.0.0" } }`,
  'rspack.config.ts': `import { remoteConfig } from '@qr-attendance/tooling/rspack';
    export default remoteConfig({ name: 'small', dir: import.meta.dirname });`,
  'src/pages.ts': `export const pages = [
    { path: 'news/:newsId', title: 'news.title', load: async () => (await import('./news.ts')).news },
    { path: '', userType: 'STUDENT', load: async () => (await import('./first.ts')).first,
      nav: { text: { en: 'News', de: 'Neues' }, icon: 'BellOutlined', main: true } },
    { path: 'news/old', plain: true, load: 'with-remote' },
  ];`,
  'src/remote.tsx': `import Button from 'antd/es/button';
    import * as router from 'react-router';
    import { Link as Anchor } from 'react-router';
    import { page } from './page.ts';
    export const remote = { Page: () => <Button><Anchor to={router.useHref(page)} /></Button> };
    import { pages } from './pages.ts';
    export const open = (index) => pages[index].load();`,
  'src/first.ts': `export const first = 'first';`,
  'src/news.ts': `import './news.css';
    export const news = 'today';`,
  'src/news.css': 'h1 { color: red }',
  'src/page.ts': `import { z } from 'zod/mini';
    export const page = z.object({ at: z.iso.date() }).parse({}).at;`,
};

let dir: string;
let manifest: unknown;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'remote-'));
  const app = join(dir, 'mfe-small');
  await mkdir(join(app, 'src'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(app, name), content);
  await promisify(execFile)(process.execPath, [RSPACK, 'build'], { cwd: app });
  manifest = JSON.parse(await readFile(join(app, 'dist/mf-manifest.json'), 'utf8'));
});
afterAll(() => rm(dir, { recursive: true }));

test('a remote’s manifest contains the versions and exports that its build needs from shared modules', () => {
  const { remote } = remoteManifestSchema.parse(manifest);
  expect(remote?.contractVersion).toEqual({
    host: REMOTE_CONTRACT_VERSION,
    shared: {
      'antd/es/button': { version: '^6.6.0', names: ['default'] },
      'react-router': { version: '^7.0.0', names: ['Link', 'useHref'] },
      'react/jsx-runtime': { version: '^19.0.0', names: ['jsx'] },
      'zod/mini': { version: '^4.0.0', names: ['z.iso', 'z.object'], hasCopy: true },
    },
  });
});

test('a remote’s manifest contains the declared pages with their icons, and pages with parameters last', () => {
  const { remote } = remoteManifestSchema.parse(manifest);
  const [first, ...others] = readRemotePages(remote?.pages) ?? [];
  expect(first).toMatchObject({
    path: '',
    userType: 'STUDENT',
    nav: { text: { en: 'News', de: 'Neues' }, main: true },
  });
  expect(first?.nav?.icon.viewBox).toMatch(/^\d+ \d+ \d+ \d+$/);
  expect(first?.nav?.icon.paths.join()).toMatch(/^M[\d.]+/);
  expect(others).toEqual([{ path: 'news/old', plain: true }, { path: 'news/:newsId' }]);
});

const buildWith = async (name: keyof typeof FILES, content: string): Promise<void> => {
  const file = join(dir, 'mfe-small', name);
  await writeFile(file, content);
  const args = [RSPACK, 'build', '--output-path', join(dir, 'wrong')];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: join(dir, 'mfe-small') });
  } finally {
    await writeFile(file, FILES[name]);
  }
};

test('the build fails for a missing icon, and names its page', async () => {
  const pages = FILES['src/pages.ts'].replace('BellOutlined', 'BelOutlined');
  await expect(buildWith('src/pages.ts', pages)).rejects.toMatchObject({
    stdout: expect.stringContaining('There is no icon BelOutlined'),
  });
});

test('a remote’s manifest contains the files that each page imports', () => {
  const script = expect.stringMatching(/^assets\/\d+\.[0-9a-f]{8}\.js$/);
  const style = expect.stringMatching(/^assets\/\d+\.[0-9a-f]{8}\.css$/);
  expect(manifest).toMatchObject({
    remote: {
      files: {
        pages: {
          '': [script],
          'news/:newsId': [script, style],
          'news/old': [expect.stringContaining('.js')],
        },
        languages: {},
      },
    },
  });
});

test('the build fails for a page without an import, and names its path', async () => {
  const pages = FILES['src/pages.ts'].replace("import('./news.ts')", '0');
  await expect(buildWith('src/pages.ts', pages)).rejects.toMatchObject({
    stdout: expect.stringContaining("load of the page 'news/:newsId' imports no module"),
  });
});

test('a remote’s manifest remains a valid Module Federation manifest', () => {
  expect(manifest).toMatchObject({ name: 'small', exposes: [{ path: './remote' }] });
});
