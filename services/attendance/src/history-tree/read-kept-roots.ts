import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@qr-attendance/server';
import type { TreeHead } from './rules/merkle-tree.ts';

const readRoots = async (path: string): Promise<TreeHead[]> => {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new ConfigError(`There is no ${path}.`);
  const names = found.isDirectory() ? (await readdir(path)).map((name) => join(path, name)) : [path];
  const texts = await Promise.all(names.map((name) => readFile(name, 'utf8').catch(() => '')));
  return texts.flatMap((text) =>
    [...text.matchAll(/Tree size: (\d+)\s+Root: ([0-9a-f]{64})/g)].map(([, size, root = '']) => ({
      size: Number(size),
      root: Buffer.from(root, 'hex'),
    })),
  );
};

/**
 * Roots in whatever was kept, files or folders: the emails as they came, or their text.
 * @throws ConfigError where a path holds none
 */
export const readKeptRoots = async (paths: string[]): Promise<TreeHead[]> => {
  const roots: TreeHead[] = [];
  for (const path of paths) {
    const found = await readRoots(path);
    if (found.length === 0)
      throw new ConfigError(`There is no root in ${path}: no “Tree size: …” and “Root: …”.`);
    roots.push(...found);
  }
  return roots;
};
