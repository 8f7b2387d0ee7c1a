import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { installPythonProgram } from './python-program.ts';

/**
 * Installs SecantusDB, a MongoDB-compatible server, once.
 * @param onInstall is called if it is not installed yet
 * @returns path of its server program
 * @throws StartError if Python or the package is unavailable
 */
export const installSecantusDb = async (onInstall: () => void): Promise<string> => {
  try {
    return await installPythonProgram({
      name: 'secantusdb',
      version: '0.7.0b3',
      program: 'secantusd-py',
      // The requirements file is generated with `uv pip compile --universal --python-version 3.10 --generate-hashes`.
      requirements: join(import.meta.dirname, 'secantusdb-requirements.txt'),
      onInstall,
    });
  } catch {
    throw new StartError(
      'No MongoDB server was found: install MongoDB, or Python 3 with venv, or set MONGODB_URL, and start again.',
    );
  }
};
