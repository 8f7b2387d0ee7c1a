import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@qr-attendance/server';
import PostalMime from 'postal-mime';
import type { TreeHead } from './rules/merkle-tree.ts';

/** Returns a file as text, and also decoded as an email, whose lines may be wrapped. */
const readTexts = async (file: string): Promise<string> => {
  const content = await readFile(file).catch(() => Buffer.alloc(0));
  const { text = '' } = await PostalMime.parse(content);
  return `${content.toString()}\n${text}`;
};

const readRoots = async (path: string): Promise<TreeHead[]> => {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new ConfigError(`There is no ${path}.`);
  const names = stats.isDirectory() ? (await readdir(path)).map((name) => join(path, name)) : [path];
  const texts = await Promise.all(names.map(readTexts));
  const written = texts.flatMap((text) => [...text.matchAll(/Tree size: (\d+)\s+Root: ([0-9a-f]{64})/g)]);
  const once = new Map(written.map(([, size, root = '']) => [`${size}:${root}`, { size, root }]));
  return [...once.values()].map(({ size, root }) => ({ size: Number(size), root: Buffer.from(root, 'hex') }));
};

/**
 * Reads roots from files or folders: raw emails or their text.
 * @throws ConfigError if a path contains none
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
