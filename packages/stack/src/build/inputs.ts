import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
const filesBelow = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (!entries) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const hashOf = async (root: string, paths: string[]): Promise<string> => {
  const files = (await Promise.all(paths.map((path) => filesBelow(join(root, path))))).flat();
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    hash.update(relative(root, file));
    hash.update(await readFile(file).catch(() => Buffer.alloc(0)));
  }
  return hash.digest('hex');
};

/** Skips `build` if its inputs have not changed since its last success. @returns whether it ran */
export const buildIfChanged = async (
  name: string,
  {
    root,
    inputs,
    output,
    build,
  }: { root: string; inputs: string[]; output: string; build: () => Promise<void> },
): Promise<boolean> => {
  const stamp = join(root, '.cache', 'build', `${name}.sha256`);
  const hash = await hashOf(root, inputs);
  const built = await readdir(join(root, output)).then(
    (files) => files.length > 0,
    () => false,
  );
  if (built && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return false;
  // An interrupted build may leave partial output.
  await rm(stamp, { force: true });
  await build();
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
  return true;
};
