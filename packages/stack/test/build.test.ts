import { appendFile, cp, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { buildFrontends } from '../src/build/build-all.ts';
import { frontends } from '../src/build/deployables.ts';
import { ROOT } from '../src/infrastructure/folders.ts';

const LEFT_OUT = ['node_modules', 'dist', 'test'].map((name) => sep + name);
let root: string;

// Nine builds of whole apps.
jest.setTimeout(180_000);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const part of [...frontends, 'packages', 'package-lock.json'])
    await cp(join(ROOT, part), join(root, part), {
      recursive: true,
      filter: (path) => !LEFT_OUT.some((end) => path.endsWith(end)),
    });
});
afterAll(() => rm(root, { recursive: true }));

const change = (file: string) => appendFile(join(root, file), '\n// changed\n');
const builtAt = (app: string) =>
  stat(join(root, app, 'dist')).then(({ mtimeMs }) => `${app} built at ${mtimeMs}`);

it('builds all once, then only what a change touches', async () => {
  expect(await buildFrontends(root)).toEqual([...frontends]);
  expect(await buildFrontends(root)).toEqual([]);

  const others = frontends.filter((app) => app !== 'mfe-student');
  const before = await Promise.all(others.map(builtAt));
  await change('mfe-student/src/remote.tsx');
  expect(await buildFrontends(root)).toEqual(['mfe-student']);
  expect(await Promise.all(others.map(builtAt))).toEqual(before);

  await change('packages/server/src/index.ts');
  expect(await buildFrontends(root)).toEqual([]);
  await change('packages/web-kit/src/index.ts');
  expect(await buildFrontends(root)).toEqual([...frontends]);
});

it('builds again what failed, once it is fixed', async () => {
  const file = 'mfe-teacher/src/remote.tsx';
  await appendFile(join(root, file), '\nconst = broken');
  await expect(buildFrontends(root)).rejects.toThrow('mfe-teacher could not be built');
  await cp(join(ROOT, file), join(root, file));
  expect(await buildFrontends(root)).toEqual(['mfe-teacher']);
});
