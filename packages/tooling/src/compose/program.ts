import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../test-command/run-program.ts';

const VERSION = 'v2.40.3';
const KEPT = join(ROOT, '.data', 'tools', `docker-compose-${VERSION}`);
const BUILD_TIMEOUT_MS = 20 * 60_000;

export type Program = [file: string, ...args: string[]];

const answers = async ([file, ...args]: Program): Promise<boolean> => {
  const { exitCode } = await execa(file, [...args, 'version'], {
    reject: false,
    stdio: 'ignore',
    timeout: 15_000,
  });
  return exitCode === 0;
};

/** Builds Docker Compose, a Go module, without a system package. Takes minutes the first time. */
const build = async (): Promise<Program | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-compose-'));
  const go = (...args: string[]) =>
    execa('go', args, { cwd: folder, stdio: 'ignore', timeout: BUILD_TIMEOUT_MS });
  try {
    await go('mod', 'init', 'docker-compose');
    await go('get', `github.com/docker/compose/v2/cmd@${VERSION}`);
    await go('build', '-mod=mod', '-o', 'docker-compose', 'github.com/docker/compose/v2/cmd');
    await mkdir(join(KEPT, '..'), { recursive: true });
    await rename(join(folder, 'docker-compose'), KEPT).catch(() =>
      // Renaming fails across file systems.
      execa('cp', [join(folder, 'docker-compose'), KEPT]),
    );
    return [KEPT];
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const findCompose = async (): Promise<Program | undefined> => {
  if (await answers(['docker', 'compose'])) return ['docker', 'compose'];
  if (existsSync(KEPT)) return [KEPT];
  return build();
};
