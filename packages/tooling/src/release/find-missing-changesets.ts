import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getReleasePlan } from '@changesets/get-release-plan';
import { execa } from 'execa';
import type { PublishedPart } from './published-part.ts';
import { readVersion } from './versions.ts';

const git = async (cwd: string, ...args: string[]): Promise<string[]> =>
  (await execa('git', args, { cwd })).stdout.split('\n').filter((line) => line !== '');

const changedInputs = async (root: string, { workspace, inputs }: PublishedPart): Promise<string[]> => {
  const description = `${workspace}/package.json`;
  const [versionSet] = await git(root, 'log', '-1', '--format=%H', '-G"version":', '--', description);
  // A workspace that was never committed counts as changed.
  return versionSet ? git(root, 'diff', '--name-only', versionSet, '--', ...inputs) : [];
};

/**
 * Finds parts that changed since their version was set and that no changeset raises. Without Git history,
 * finds none.
 */
export const findMissingChangesets = async (
  root: string,
  published: readonly PublishedPart[],
): Promise<string[]> => {
  // Sources from an archive have no history.
  if (!existsSync(join(root, '.git'))) return [];
  const { releases } = await getReleasePlan(root);
  const raised = new Set(releases.filter(({ type }) => type !== 'none').map(({ name }) => name));
  const changes = await Promise.all(
    published.map(async (one) => {
      const { name, version } = await readVersion(root, one);
      if (raised.has(name)) return [];
      const [first, ...others] = await changedInputs(root, one);
      if (first === undefined) return [];
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      return [`${name} ${version}: ${first}${more} changed since, and no changeset raises it`];
    }),
  );
  return changes.flat();
};
