import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { ensureFolder, TOOLS_DIR } from './folders.ts';

/**
 * Whether the program and the interpreter that its first line names exist. pip writes the interpreter's absolute path
 * there, so programs do not survive a move of their folder.
 */
export const isRunnable = async (path: string): Promise<boolean> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  // pip lets a shell start an interpreter whose path is long or contains spaces.
  const [, quoted, plain] = /^#!(?:\/bin\/sh\n'''exec' "?(\/[^"\n]+?)"? "\$0"|(\/.+)\n)/.exec(text) ?? [];
  const interpreter = quoted ?? plain;
  return interpreter === undefined || existsSync(interpreter);
};

/**
 * Installs a Python package once into a separate environment.
 * @param program name of a program of the package
 * @returns path of that program
 * @throws Error with the failed command, after removing the environment
 */
export const installPythonProgram = async ({
  name,
  version,
  program,
  requirements,
  onInstall = () => undefined,
}: {
  name: string;
  version: string;
  program: string;
  /** A pip requirements file with the package, all its dependencies, and their hashes. */
  requirements?: string;
  onInstall?: () => void;
}): Promise<string> => {
  const home = join(TOOLS_DIR, `${name}-${version}`);
  const path = join(home, 'bin', program);
  if (await isRunnable(path)) return path;
  onInstall();
  await ensureFolder(TOOLS_DIR);
  // An interrupted installation or a moved folder may have left files behind.
  await rm(home, { recursive: true, force: true });
  try {
    await execa('python3', ['-m', 'venv', home]);
    await execa(join(home, 'bin', 'python'), [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-compile',
      ...(requirements === undefined ? [`${name}==${version}`] : ['--require-hashes', '-r', requirements]),
    ]);
    return path;
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
};
