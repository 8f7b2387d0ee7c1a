import { access, mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from '@qr-attendance/stack';

/** Our own packages' scope; each release has its own. */
const SCOPE = '@qr-attendance';

/** The programs of another release, ready to run. */
export interface Release {
  root: string;
  remove: () => Promise<void>;
}

/** The full name of a commit that this clone has; undefined where it lacks it, as a shallow clone does. */
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

/** Folders of the packages of a release, `services/auth` and the like. */
const workspacesOf = async (root: string): Promise<string[]> => {
  const { stdout } = await execa('git', ['ls-files', '*/package.json'], { cwd: ROOT });
  const folders = stdout.split('\n').map((file) => file.replace(/\/package\.json$/, ''));
  const own = folders.filter((folder) => !folder.includes('fixtures'));
  const there = await Promise.all(own.map((folder) => isThere(join(root, folder, 'package.json'))));
  return own.filter((_folder, index) => there[index]);
};

/**
 * Other people's packages are this clone's, which costs no installation: a release runs with what the next one resolves. Our own
 * packages are the release's.
 */
const linkModules = async (root: string): Promise<void> => {
  const modules = join(root, 'node_modules');
  await mkdir(join(modules, SCOPE), { recursive: true });
  const others = (await readdir(join(ROOT, 'node_modules'))).filter((name) => name !== SCOPE);
  await Promise.all(others.map((name) => symlink(join(ROOT, 'node_modules', name), join(modules, name))));
  for (const folder of await workspacesOf(root)) {
    const description = await readFile(join(root, folder, 'package.json'), 'utf8');
    const { name } = JSON.parse(description) as { name: string };
    await symlink(join(root, folder), join(root, 'node_modules', name));
    const nested = join(ROOT, folder, 'node_modules');
    if (await isThere(nested)) await symlink(nested, join(root, folder, 'node_modules'));
  }
};

/**
 * Puts the sources of a commit into a folder of their own, where its processes can run beside ours.
 * @throws Error when this clone doesn't have the commit
 */
export const checkOutRelease = async (commit: string): Promise<Release> => {
  const found = await findCommit(commit);
  if (found === undefined)
    throw new Error(
      `This clone does not have the release ${commit}; fetch its history (git fetch --unshallow).`,
    );
  const root = await mkdtemp(join(tmpdir(), 'qr-release-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    const archive = execa('git', ['archive', '--format=tar', found], { cwd: ROOT, encoding: 'buffer' });
    await archive.pipe('tar', ['-x', '-C', root]);
    await linkModules(root);
    // As in this release's build: the generator needs no engine.
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
