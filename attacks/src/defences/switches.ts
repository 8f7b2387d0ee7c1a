import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Defence } from './defence.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The defences of processes started with `env`. */
export interface Switches {
  env: Record<string, string>;
  /** Switches these off and all others on. */
  switchOff: (names: string[]) => Promise<void>;
}

/**
 * Prepares the switches in a folder.
 * @throws Error naming each defence that is not where it is said to be
 */
export const prepareSwitches = async (defences: Defence[], folder: string): Promise<Switches> => {
  const lost: string[] = [];
  const placed = await Promise.all(
    defences.map(async (defence) => {
      const path = join(ROOT, defence.file);
      const text = await readFile(path, 'utf8').catch(() => '');
      if (text.split(defence.find).length !== 2) lost.push(`${defence.name} (${defence.file})`);
      return { ...defence, path };
    }),
  );
  if (lost.length > 0) throw new Error(`Defences are not where they were: ${lost.join(', ')}`);
  const [list, off] = [join(folder, 'defences.json'), join(folder, 'defences-off')];
  await writeFile(list, JSON.stringify(placed));
  await writeFile(off, '');
  return {
    env: {
      ATTACK_DEFENCES: list,
      ATTACK_DEFENCES_OFF: off,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'preload.mjs')).href}`,
    },
    switchOff: (names) => writeFile(off, names.join('\n')),
  };
};
