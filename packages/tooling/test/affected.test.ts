import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildInputsOf, deployables, frontends, servers } from '@qr-attendance/stack';
import { execa } from 'execa';
import { z } from 'zod';
import { affectedBy } from '../src/affected/affected-by.ts';

const root = join(import.meta.dirname, '../../..');

describe('the affected workspaces', () => {
  it.each<[change: string, touched: readonly string[]]>([
    ['mfe-student/src/remote.tsx', ['mfe-student']],
    ['mfe-teacher/package.json', ['mfe-teacher']],
    ['shell/public/favicon.svg', ['shell']],
    ['services/auth/prisma/schema.prisma', ['services/auth']],
    ['gateway/src/app.ts', ['gateway']],
    ['packages/ui-kit/src/theme.ts', frontends],
    ['packages/tooling/src/rspack/config.ts', frontends],
    ['deploy/docker/nginx.conf', frontends],
    ['packages/server/src/index.ts', servers],
    ['deploy/docker/node.Dockerfile', servers],
    ['packages/contracts/src/route.ts', deployables],
    ['package-lock.json', deployables],
    ['mfe-student/test/scan.test.tsx', []],
    ['mfe-student-extra/src/remote.tsx', []],
    ['docs/operations/upgrades.md', []],
    ['tests/e2e/tests/releases.spec.ts', []],
  ])('for a change in %s are %j', (change, touched) => {
    expect(affectedBy([change])).toEqual([...touched]);
  });

  it('include every workspace with changed files', () => {
    expect(affectedBy(['services/course/src/main.ts', 'mfe-teacher/src/remote.tsx', 'README.md'])).toEqual([
      'mfe-teacher',
      'services/course',
    ]);
  });
});

const descriptionSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });
const OURS = '@qr-attendance/';
const packagesOf = (workspace: string): string[] => {
  const text = readFileSync(join(root, workspace, 'package.json'), 'utf8');
  return Object.keys(descriptionSchema.parse(JSON.parse(text)).dependencies)
    .filter((name) => name.startsWith(OURS))
    .map((name) => `packages/${name.slice(OURS.length)}`)
    .flatMap((folder) => [folder, ...packagesOf(folder)]);
};

it.each([...deployables])('the build inputs of %s include every package that it uses', (name) => {
  const packages = packagesOf(name);
  expect(packages).not.toEqual([]);
  expect(buildInputsOf(name)).toEqual(
    expect.arrayContaining([...new Set(packages)].map((folder) => `${folder}/src`)),
  );
});

it('the command prints what changed on a branch since its merge base', async () => {
  const repository = await mkdtemp(join(tmpdir(), 'affected-'));
  try {
    const git = (...args: string[]) =>
      execa('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@campus.example', ...args], {
        cwd: repository,
      });
    const commit = async (file: string) => {
      await mkdir(dirname(join(repository, file)), { recursive: true });
      await writeFile(join(repository, file), 'changed');
      await git('add', '.');
      await git('commit', '-qm', `change ${file}`);
    };
    const command = (...args: string[]) =>
      execa(process.execPath, [join(root, 'packages/tooling/src/affected/main.ts'), ...args], {
        cwd: repository,
        reject: false,
      });

    await git('init', '-q', '-b', 'main');
    await commit('README.md');
    await git('checkout', '-qb', 'next');
    await commit('mfe-student/src/pages/ein schöner Name.tsx');
    await git('checkout', '-q', 'main');
    await commit('services/auth/src/main.ts');
    await git('checkout', '-q', 'next');
    expect(await command('main')).toMatchObject({ stdout: 'mfe-student', exitCode: 0 });
    expect(await command('HEAD')).toMatchObject({ stdout: '', exitCode: 0 });
    expect(await command('none')).toMatchObject({ stdout: '', exitCode: 1 });
    expect(await command()).toMatchObject({ stdout: '', exitCode: 1 });
  } finally {
    await rm(repository, { recursive: true });
  }
});
