import { access, cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '@qr-attendance/stack';
import { execa } from 'execa';
import { z } from 'zod';

const SCOPE = '@qr-attendance';

const descriptionSchema = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

export interface Release {
  root: string;
  remove: () => Promise<void>;
}

export const findCommit = async (name: string): Promise<string | undefined> => {
  const { exitCode, stdout } = await execa('git', ['rev-parse', '--quiet', '--verify', `${name}^{commit}`], {
    cwd: ROOT,
    reject: false,
  });
  return exitCode === 0 ? stdout.trim() : undefined;
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const firstThere = async (paths: string[]): Promise<string | undefined> => {
  for (const path of paths) if (await isThere(path)) return path;
  return undefined;
};

const workspacesAmong = (files: string[]): string[] =>
  files
    .filter((file) => /^(?!.*fixtures).+\/package\.json$/.test(file))
    .map((file) => file.replace(/\/package\.json$/, ''));

const workspacesOf = async (commit: string): Promise<string[]> => {
  const { stdout } = await execa('git', ['ls-tree', '-r', '--name-only', commit], { cwd: ROOT });
  return workspacesAmong(stdout.split('\n'));
};

const nestedModules = async (): Promise<string[]> => {
  const packages = await readdir(join(ROOT, 'packages'));
  return packages.map((name) => join(ROOT, 'packages', name, 'node_modules'));
};

/**
 * Links external packages from this clone if it has them, and our own packages from the release. Packages
 * that this clone no longer has are taken from nested folders.
 */
const linkModules = async (root: string, workspaces: string[]): Promise<void> => {
  const modules = join(root, 'node_modules');
  await mkdir(join(modules, SCOPE), { recursive: true });
  const others = (await readdir(join(ROOT, 'node_modules'))).filter((name) => name !== SCOPE);
  await Promise.all(others.map((name) => symlink(join(ROOT, 'node_modules', name), join(modules, name))));
  const nestedOfAll = await nestedModules();
  for (const folder of workspaces) {
    const description = await readFile(join(root, folder, 'package.json'), 'utf8');
    const { name, dependencies } = descriptionSchema.parse(JSON.parse(description));
    await symlink(join(root, folder), join(modules, name));
    const nested = join(ROOT, folder, 'node_modules');
    if (await isThere(nested)) await symlink(nested, join(root, folder, 'node_modules'));
    else if (!(await isThere(join(ROOT, folder))))
      for (const dependency of Object.keys(dependencies)) {
        const nestedPath = await firstThere(nestedOfAll.map((path) => join(path, dependency)));
        if (!nestedPath) continue;
        const link = join(root, folder, 'node_modules', dependency);
        await mkdir(dirname(link), { recursive: true });
        await symlink(nestedPath, link);
      }
  }
};

const installMissing = async (folder: string, root: string, workspaces: string[]): Promise<void> => {
  const missing: Record<string, string> = {};
  for (const workspace of workspaces) {
    const description = await readFile(join(root, workspace, 'package.json'), 'utf8');
    const { dependencies } = descriptionSchema.parse(JSON.parse(description));
    for (const [name, range] of Object.entries(dependencies))
      if (!name.startsWith(`${SCOPE}/`) && !(await isThere(join(ROOT, 'node_modules', name))))
        missing[name] = range;
  }
  if (Object.keys(missing).length === 0) return;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: missing }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  await execa('npm', ['install', ...quiet], { cwd: folder });
};

/** Checks out a commit into a separate folder, where its processes can run. */
export const checkOutRelease = async (commit: string): Promise<Release> => {
  const hash = await findCommit(commit);
  if (hash === undefined)
    throw new Error(
      `This clone does not have the release ${commit}; fetch its history (git fetch --unshallow).`,
    );
  const folder = await mkdtemp(join(tmpdir(), 'qr-release-'));
  const root = join(folder, 'release');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(root);
    const archive = execa('git', ['archive', '--format=tar', hash], { cwd: ROOT, encoding: 'buffer' });
    await archive.pipe('tar', ['-x', '-C', root]);
    const workspaces = await workspacesOf(hash);
    await linkModules(root, workspaces);
    await installMissing(folder, root, workspaces);
    // The generator needs no engine, as in the build of this release.
    await execa(process.execPath, [join(ROOT, 'node_modules/prisma/build/index.js'), 'generate'], {
      cwd: join(root, 'services/auth'),
      env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' },
    });
    return { root, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** Copies the current sources, including uncommitted changes, to a folder that a test may change. */
export const copySources = async (): Promise<Release> => {
  const { stdout } = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
  });
  const files: string[] = [];
  for (const file of stdout.split('\0')) if (file && (await isThere(join(ROOT, file)))) files.push(file);
  const root = await mkdtemp(join(tmpdir(), 'qr-copy-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    for (const file of files) await cp(join(ROOT, file), join(root, file));
    await linkModules(root, workspacesAmong(files));
    return { root, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};
