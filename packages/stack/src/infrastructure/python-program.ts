import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { ensureFolder, TOOLS_DIR } from './folders.ts';

/**
 * Installs a Python package into an environment of its own, once.
 * @param program name of a program that comes with it
 * @returns path of that program
 * @throws Error of what could not be run; nothing is left of the environment then
 */
export const installPythonProgram = async ({
  name,
  version,
  program,
  preReleases = false,
  requirements,
}: {
  name: string;
  version: string;
  program: string;
  /** Whether what it depends on may be a pre-release as well. */
  preReleases?: boolean;
  /** A file of pip that lists the package and all that it depends on, with the hashes that they must have. */
  requirements?: string;
}): Promise<string> => {
  const home = join(TOOLS_DIR, `${name}-${version}`);
  const path = join(home, 'bin', program);
  if (existsSync(path)) return path;
  await ensureFolder(TOOLS_DIR);
  // An interrupted installation may have left files behind.
  await rm(home, { recursive: true, force: true });
  try {
    await execa('python3', ['-m', 'venv', home]);
    await execa(join(home, 'bin', 'python'), [
      // Python compiles what is used when it is first used.
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-compile'],
      ...(preReleases ? ['--pre'] : []),
      ...(requirements === undefined ? [`${name}==${version}`] : ['--require-hashes', '-r', requirements]),
    ]);
    return path;
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
};
