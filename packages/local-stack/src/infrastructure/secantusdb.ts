import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { StartError } from '../start-error.ts';
import { ensureFolder, TOOLS_DIR } from './folders.ts';

const VERSION = '0.7.0b3';

/**
 * Installs SecantusDB, a MongoDB-compatible server, into a Python environment of its own, once.
 * @returns path of its server program
 */
export const installSecantusDb = async (): Promise<string> => {
  const home = join(TOOLS_DIR, `secantusdb-${VERSION}`);
  const program = join(home, 'bin', 'secantusd-py');
  if (existsSync(program)) return program;
  await ensureFolder(TOOLS_DIR);
  // What is left of an install that was cut off.
  await rm(home, { recursive: true, force: true });
  try {
    await execa('python3', ['-m', 'venv', home]);
    await execa(join(home, 'bin', 'python'), [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--pre'],
      `secantusdb==${VERSION}`,
    ]);
  } catch {
    await rm(home, { recursive: true, force: true });
    throw new StartError(
      'No MongoDB server is at hand: install MongoDB, or Python 3 with venv, or set MONGODB_URL, and start again.',
    );
  }
  return program;
};
