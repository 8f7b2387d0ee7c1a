import { appendFile, cp, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildFrontends } from '../src/build/build-all.ts';
import type { frontends } from '../src/build/deployables.ts';
import { ROOT } from '../src/infrastructure/folders.ts';

/** The two smallest apps are sufficient for this test. */
const apps = ['mfe-attendance', 'mfe-student'] as const satisfies (typeof frontends)[number][];
const LEFT_OUT = ['node_modules', 'dist', 'test'].map((name) => sep + name);
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const part of [...apps, 'packages', 'package-lock.json'])
    await cp(join(ROOT, part), join(root, part), {
      recursive: true,
      filter: (path) => !LEFT_OUT.some((end) => path.endsWith(end)),
    });
});
afterAll(() => rm(root, { recursive: true }));

const change = (file: string) => appendFile(join(root, file), '\n// changed\n');
const builtAt = (app: string) =>
  stat(join(root, app, 'dist')).then(({ mtimeMs }) => `${app} built at ${mtimeMs}`);

const build = () => buildFrontends(root, apps);

it('builds each app once, then only what a change affects', async () => {
  expect(await build()).toEqual([...apps]);
  expect(await build()).toEqual([]);

  const before = await builtAt('mfe-attendance');
  await change('mfe-student/src/remote.tsx');
  expect(await build()).toEqual(['mfe-student']);
  expect(await builtAt('mfe-attendance')).toEqual(before);

  await change('packages/server/src/index.ts');
  expect(await build()).toEqual([]);
  await change('packages/web-kit/src/index.ts');
  expect(await build()).toEqual([...apps]);
});

it('builds again after a failed build was fixed', async () => {
  const file = 'mfe-attendance/src/remote.tsx';
  await appendFile(join(root, file), '\nconst = broken');
  await expect(build()).rejects.toThrow('mfe-attendance could not be built');
  await cp(join(ROOT, file), join(root, file));
  expect(await build()).toEqual(['mfe-attendance']);
});
