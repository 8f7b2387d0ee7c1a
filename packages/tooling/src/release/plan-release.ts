import { execa } from 'execa';
import type { PublishedPart } from './published-part.ts';
import { readVersion } from './versions.ts';

interface Release {
  name: string;
  workspace: string;
  version: string;
  dockerfile?: string;
}

/**
 * Plans to publish the versions without a tag (`@qr-attendance/gateway@1.1.0`, in the format of changesets).
 */
export const planRelease = async (
  root: string,
  published: readonly PublishedPart[],
): Promise<{ images: Release[]; chart: string | null }> => {
  const { stdout } = await execa('git', ['tag', '--list'], { cwd: root });
  const tags = new Set(stdout.split('\n'));
  const due: Release[] = [];
  for (const { inputs: _inputs, ...part } of published) {
    const { name, version } = await readVersion(root, part);
    if (!tags.has(`${name}@${version}`)) due.push({ ...part, version });
  }
  return {
    images: due.filter(({ dockerfile }) => dockerfile !== undefined),
    chart: due.find(({ name }) => name === 'chart')?.version ?? null,
  };
};
