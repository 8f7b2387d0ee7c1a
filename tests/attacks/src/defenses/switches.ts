import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Defense } from './defense.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

export interface Switches {
  env: Record<string, string>;
  switchOff: (names: string[]) => Promise<void>;
}

/** Writes the switches into a folder. @throws Error naming each defense whose line does not exist */
export const prepareSwitches = async (defenses: Defense[], folder: string): Promise<Switches> => {
  const lost: string[] = [];
  const placed = await Promise.all(
    defenses.map(async (defense) => {
      const path = join(ROOT, defense.file);
      const text = await readFile(path, 'utf8').catch(() => '');
      if (text.split(defense.find).length !== 2) lost.push(`${defense.name} (${defense.file})`);
      return { ...defense, path };
    }),
  );
  if (lost.length > 0) throw new Error(`Defenses are not where they were: ${lost.join(', ')}`);
  const [list, off] = [join(folder, 'defenses.json'), join(folder, 'defenses-off')];
  await writeFile(list, JSON.stringify(placed));
  await writeFile(off, '');
  return {
    env: {
      ATTACK_DEFENSES: list,
      ATTACK_DEFENSES_OFF: off,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'preload.mjs')).href}`,
    },
    switchOff: (names) => writeFile(off, names.join('\n')),
  };
};
