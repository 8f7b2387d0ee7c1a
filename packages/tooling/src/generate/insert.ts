import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CustomActionFunction } from 'node-plop';

export interface Insertion {
  type: 'insert';
  path: string;
  before?: RegExp;
  after?: RegExp;
  text: string;
}

const read = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');

const findPlace = (source: string, { path, before, after }: Insertion): number => {
  const place = before ?? after;
  const found = place && [...source.matchAll(new RegExp(place.source, `${place.flags}g`))].at(-1);
  if (!found) throw new Error(`${path} has no match of ${String(place)} to insert at.`);
  return found.index + (before ? 0 : found[0].length);
};

export const ensureInsertionPoint = async (root: string, insertion: Insertion): Promise<void> => {
  findPlace(await read(root, insertion.path), insertion);
};

export const insertText: CustomActionFunction = async (answers, config, plop) => {
  const insertion = config as unknown as Insertion;
  const root = plop.getDestBasePath();
  const source = await read(root, insertion.path);
  const at = findPlace(source, insertion);
  const text = plop.renderString(insertion.text, answers);
  await writeFile(join(root, insertion.path), source.slice(0, at) + text + source.slice(at));
  return insertion.path;
};
