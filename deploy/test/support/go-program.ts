import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

const TOOLS = resolve(import.meta.dirname, '../../../.data/tools');

/** Builds a program of a Go module in `.data/tools`, which takes minutes the first time. */
export const installGoProgram = async ({
  name,
  version,
  module,
}: {
  name: string;
  version: string;
  module: string;
}): Promise<string | undefined> => {
  const home = join(TOOLS, `${name}-${version}`);
  const program = join(home, name);
  if (existsSync(program)) return program;
  const unfinished = `${home}.${process.pid}`;
  await mkdir(TOOLS, { recursive: true });
  const { exitCode } = await execa('go', ['install', `${module}@${version}`], {
    env: { GOBIN: unfinished, GOFLAGS: '-buildvcs=false' },
    reject: false,
    stdio: 'ignore',
  });
  if (exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    return undefined;
  }
  // A concurrent run may have finished first; its program is equivalent.
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true, force: true }));
  return program;
};
