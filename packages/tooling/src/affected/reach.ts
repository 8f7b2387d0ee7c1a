import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { listWorkspaces } from '../workspaces.ts';

const OURS = '@qr-attendance/';
const dependencies = z.record(z.string(), z.string()).default({});
const descriptionSchema = z.object({ dependencies, devDependencies: dependencies });

const SYSTEM_FOLDERS = ['packages/', 'services/', 'gateway/', 'shell/', 'mfe-', 'tests/'];
const OF_CONTAINERS = [
  'deploy/docker/',
  'docker-compose.yml',
  '.dockerignore',
  'packages/tooling/src/compose/',
];
/** Workspaces whose tests start these processes, which no package.json declares as a dependency. */
const STARTS_PROCESSES = [
  'packages/stack',
  'packages/cli',
  'packages/test-kit',
  'packages/server',
  'packages/messaging',
  'services/attendance',
  'services/auth',
  'gateway',
  'tests/faults',
];
const READ_BY_TOOLS = ['docs/', 'deploy/', 'docker-compose.yml', 'SECURITY.md'];

export type Reach = 'everything' | { tests: string[]; system: boolean; containers: boolean };

const startsWithOneOf = (file: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => file.startsWith(beginning));

const readUses = (root: string, workspaces: string[]): Map<string, string[]> =>
  new Map(
    workspaces.map((workspace) => {
      const text = readFileSync(join(root, workspace, 'package.json'), 'utf8');
      const { dependencies, devDependencies } = descriptionSchema.parse(JSON.parse(text));
      const names = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
      const used = names
        .filter((name) => name.startsWith(OURS))
        .map((name) => `packages/${name.slice(OURS.length)}`);
      return [workspace, used];
    }),
  );

/**
 * Finds the affected tests from the dependencies in package.json and the processes that tests start. A change
 * in the root (lock file, compiler, test settings) affects everything.
 */
export const reachOf = (files: readonly string[], root: string): Reach => {
  const workspaces = listWorkspaces(root);
  const ownerOf = (file: string) => workspaces.find((workspace) => file.startsWith(`${workspace}/`));
  const isDocument = (file: string) => file.endsWith('.md') || file.startsWith('docs/');
  if (files.some((file) => !ownerOf(file) && !isDocument(file) && !startsWithOneOf(file, OF_CONTAINERS)))
    return 'everything';

  const uses = readUses(root, workspaces);
  const reached = new Set(files.flatMap((file) => ownerOf(file) ?? []));
  const runs = files.some((file) => /^(services|gateway)\//.test(file) && !file.includes('/test/'));
  if (runs) for (const workspace of STARTS_PROCESSES) reached.add(workspace);
  if (files.some((file) => startsWithOneOf(file, READ_BY_TOOLS))) {
    reached.add('packages/tooling');
    reached.add('deploy');
  }
  const touched = new Set(
    files.filter((file) => !file.includes('/test/')).flatMap((file) => ownerOf(file) ?? []),
  );
  for (let before = -1; before !== touched.size;) {
    before = touched.size;
    for (const [workspace, used] of uses) if (used.some((one) => touched.has(one))) touched.add(workspace);
  }
  return {
    tests: workspaces.filter(
      (workspace) => workspace !== 'tests/e2e' && (reached.has(workspace) || touched.has(workspace)),
    ),
    system: files.some((file) => !/\/test\/|\.md$/.test(file) && startsWithOneOf(file, SYSTEM_FOLDERS)),
    containers: files.some((file) => startsWithOneOf(file, OF_CONTAINERS)),
  };
};
