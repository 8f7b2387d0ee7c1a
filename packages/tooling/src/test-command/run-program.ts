import { join, resolve } from 'node:path';
import { execa } from 'execa';

export const ROOT = resolve(import.meta.dirname, '../../../..');

export const runProgram = async (
  program: string,
  args: string[],
  { env = {}, nodeOptions = [] }: { env?: Record<string, string>; nodeOptions?: string[] } = {},
): Promise<{ ok: boolean; output: string }> => {
  const { exitCode, all } = await execa(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...nodeOptions, join(ROOT, 'node_modules', program), ...args],
    { cwd: ROOT, env, all: true, reject: false, stdin: 'ignore' },
  );
  return { ok: exitCode === 0, output: all };
};
