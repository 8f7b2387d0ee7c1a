import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodePlop from 'node-plop';
import { event } from './event.ts';
import { formatText } from '../format.ts';
import type { Addition, Generator, Options } from './generator.ts';
import { ensureInsertionPoint, insertText, type Insertion } from './insert.ts';
import { page } from './page.ts';
import { route } from './route.ts';

const generators: Record<string, Generator> = { page, route, event };

export const kinds = Object.keys(generators);

export const usage = (): string =>
  Object.entries(generators)
    .map(([kind, { description, places }]) => {
      const [first, ...others] = places;
      return `npm run new -- ${kind} <name> [place]    ${description} (${first} by default; ${others.join(', ')})`;
    })
    .join('\n');

const formatFile = async (root: string, path: string): Promise<void> => {
  const file = join(root, path);
  await writeFile(file, await formatText(file, await readFile(file, 'utf8')));
};

const ensurePossible = async (root: string, actions: (Addition | Insertion)[]): Promise<void> => {
  for (const action of actions)
    if (action.type === 'insert') await ensureInsertionPoint(root, action);
    else if (existsSync(join(root, action.path))) throw new Error(`${action.path} exists already.`);
};

export interface GeneratedFiles {
  files: string[];
  next: string[];
}

export const generate = async (
  root: string,
  kind: string,
  name: string,
  place?: string,
  options: Options = {},
): Promise<GeneratedFiles> => {
  const generator = generators[kind];
  if (!generator) throw new Error(`There is no generator for “${kind}”.\n${usage()}`);
  const where = place ?? generator.places[0] ?? '';
  if (!generator.places.includes(where))
    throw new Error(`“${where}” is not one of ${generator.places.join(', ')}.`);
  const plop = await nodePlop('', { destBasePath: root, force: false });
  plop.setPlopfilePath(import.meta.dirname);
  plop.setActionType('insert', insertText);
  const { data, actions, next } = generator.plan(name, where, options);
  await ensurePossible(root, actions);
  const { runActions } = plop.setGenerator(kind, {
    description: generator.description,
    prompts: [],
    actions,
  });
  const { failures } = await runActions(data);
  const [failure] = failures;
  if (failure) throw new Error(failure.error);
  const files = [...new Set(actions.map(({ path }) => path))];
  for (const file of files) await formatFile(root, file);
  return { files, next };
};
