import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { findMissingChangesets } from '../src/release/find-missing-changesets.ts';
import { readNotes } from '../src/release/notes.ts';
import { planRelease } from '../src/release/plan-release.ts';
import { published, type PublishedPart } from '../src/release/published-part.ts';
import { chartFile, readVersion, withVersion } from '../src/release/versions.ts';
import { ROOT } from '../src/test-command/run-program.ts';

const parts: PublishedPart[] = [
  { name: 'gateway', workspace: 'gateway', dockerfile: 'a', inputs: ['gateway/src', 'shared/src'] },
  { name: 'shell', workspace: 'shell', dockerfile: 'b', inputs: ['shell/src'] },
  { name: 'chart', workspace: 'deploy', inputs: ['deploy/helm'] },
];
let root: string;
const write = async (file: string, text: string) => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};
const describeAs = (name: string, version: string, more: object = {}) =>
  JSON.stringify({ name: `@campus/${name}`, version, private: true, ...more }, undefined, 2);
const git = (...args: string[]) => execa('git', args, { cwd: root });
const commit = async () => {
  await git('add', '--all');
  await git('-c', 'user.name=t', '-c', 'user.email=t@campus.example', 'commit', '--quiet', '-m', 'change');
};
const raise = (name: string) =>
  write(`.changeset/${name}.md`, `---\n'@campus/${name}': minor\n---\n\nSomething new.\n`);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'release-'));
  await git('init', '--quiet');
  await write('package.json', describeAs('all', '1.0.0', { workspaces: ['gateway', 'shell', 'deploy'] }));
  await write('package-lock.json', '{}');
  await mkdir(join(root, '.changeset'));
  await cp(join(ROOT, '.changeset/config.json'), join(root, '.changeset/config.json'));
  for (const { workspace } of parts) await write(`${workspace}/package.json`, describeAs(workspace, '1.0.0'));
  for (const file of ['gateway/src/a.ts', 'shared/src/b.ts', 'shell/src/c.ts', 'deploy/helm/d.yaml'])
    await write(file, 'before');
  await commit();
});
afterEach(() => rm(root, { recursive: true }));

describe('a part that changed since its version was set', () => {
  it('needs a changeset, unlike unchanged parts', async () => {
    expect(await findMissingChangesets(root, parts)).toEqual([]);
    await write('shared/src/b.ts', 'after');
    await commit();
    await write('shell/src/c.ts', 'not committed yet');
    expect(await findMissingChangesets(root, parts)).toEqual([
      '@campus/gateway 1.0.0: shared/src/b.ts changed since, and no changeset raises it',
      '@campus/shell 1.0.0: shell/src/c.ts changed since, and no changeset raises it',
    ]);
    await raise('gateway');
    await raise('shell');
    expect(await findMissingChangesets(root, parts)).toEqual([]);
  });

  it('needs another changeset if it changes after its new version', async () => {
    await write('gateway/package.json', describeAs('gateway', '1.1.0'));
    await write('gateway/src/a.ts', 'as released');
    await commit();
    expect(await findMissingChangesets(root, parts)).toEqual([]);
    await write('gateway/src/a.ts', 'after the release');
    expect(await findMissingChangesets(root, parts)).toEqual([
      '@campus/gateway 1.1.0: gateway/src/a.ts changed since, and no changeset raises it',
    ]);
  });

  it('is not detected in a clone without history', async () => {
    await write('shell/src/c.ts', 'after');
    await commit();
    const whole = root;
    root = await mkdtemp(join(tmpdir(), 'release-'));
    await git('clone', '--quiet', '--depth', '1', `file://${whole}`, '.');
    expect(await findMissingChangesets(root, parts)).toEqual([]);
    await rm(whole, { recursive: true });
  });
});

it('parts whose version has no tag are published', async () => {
  await git('tag', '@campus/gateway@1.0.0');
  await write('shell/package.json', describeAs('shell', '2.0.0'));
  expect(await planRelease(root, parts)).toEqual({
    images: [{ name: 'shell', workspace: 'shell', dockerfile: 'b', version: '2.0.0' }],
    chart: '1.0.0',
  });
});

it('the release notes of a version are its section of the changelog', async () => {
  const changelog = '# @campus/shell\n\n## 1.1.0\n\n### Minor Changes\n\n- New.\n\n## 1.0.0\n\n- First.\n';
  await write('shell/CHANGELOG.md', changelog);
  expect(await readNotes(root, { workspace: 'shell' })).toBe('- First.');
  await write('shell/package.json', describeAs('shell', '1.1.0'));
  expect(await readNotes(root, { workspace: 'shell' })).toBe('### Minor Changes\n\n- New.');
});

it('the chart gets the version of its workspace', async () => {
  const chart = await readFile(chartFile(ROOT), 'utf8');
  const raised = withVersion(chart, '7.8.9');
  expect(raised).toMatch(/^version: 7\.8\.9$/m);
  expect(raised).toMatch(/^appVersion: 7\.8\.9$/m);
  expect(withVersion(raised, (await readVersion(ROOT, { workspace: 'deploy' })).version)).toBe(chart);
});

it('each published part has an existing Dockerfile and workspace', async () => {
  expect(new Set(published.map(({ name }) => name)).size).toBe(published.length);
  for (const part of published) {
    expect(await readVersion(ROOT, part)).toMatchObject({ name: expect.stringMatching(/^@qr-attendance\//) });
    if (part.dockerfile) expect(await readFile(join(ROOT, part.dockerfile), 'utf8')).toContain('ARG VERSION');
  }
});
