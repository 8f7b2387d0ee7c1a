import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedPart } from './published-part.ts';
import { readVersion } from './versions.ts';

const sectionOf = (changelog: string, version: string): string => {
  const [, after = ''] = changelog.split(`\n## ${version}\n`);
  return (after.split('\n## ')[0] ?? '').trim();
};

export const readNotes = async (root: string, part: Pick<PublishedPart, 'workspace'>): Promise<string> => {
  const { version } = await readVersion(root, part);
  return sectionOf(await readFile(join(root, part.workspace, 'CHANGELOG.md'), 'utf8'), version);
};
