import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Switches {
  env: Record<string, string>;
  switchOff: (names: string[]) => Promise<void>;
}

/**
 * Creates environment variables that make processes read the list of disabled defenses from a file in
 * `folder`.
 */
export const createSwitches = async (folder: string): Promise<Switches> => {
  const off = join(folder, 'defenses-off');
  await writeFile(off, '');
  return {
    env: {
      ATTACK_DEFENSES_OFF: off,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'preload.mjs')).href}`,
    },
    switchOff: (names) => writeFile(off, names.join('\n')),
  };
};
