import { execa } from 'execa';

const git = async (cwd: string | undefined, ...args: string[]): Promise<string[]> => {
  const { stdout, stderr, exitCode } = await execa('git', args, { reject: false, ...(cwd ? { cwd } : {}) });
  if (exitCode !== 0) throw new Error(`git can't tell what has changed: ${stderr}`);
  return stdout.split('\0').filter((file) => file !== '');
};

export const changedFilesSince = (base: string, cwd?: string): Promise<string[]> =>
  git(cwd, 'diff', '--name-only', '--no-renames', '-z', `${base}...HEAD`);

export const changedFilesWithUncommitted = async (base: string, cwd?: string): Promise<string[]> => {
  const work = await Promise.all([
    changedFilesSince(base, cwd),
    git(cwd, 'diff', '--name-only', '--no-renames', '-z', 'HEAD'),
    git(cwd, 'ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return [...new Set(work.flat())];
};
