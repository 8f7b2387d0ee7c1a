import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { PostgresProgram } from './postgres-program.ts';

export const SUPERUSER = 'postgres';

/**
 * The path by which PostgreSQL reaches its folder. It goes through the working directory, because PostgreSQL's
 * user may be unable to enter the folders above.
 */
export const pathForPostgres = ({ identity }: PostgresProgram, folder: string): string =>
  identity && process.platform === 'linux' ? '/proc/self/cwd' : folder;

export const createCluster = async (
  program: PostgresProgram,
  folder: string,
  password: string,
): Promise<void> => {
  const unfinished = `${folder}.new`;
  const passwordFile = join(tmpdir(), `qr-postgres-${process.pid}`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
    for (const path of [unfinished, passwordFile])
      if (program.identity) await chown(path, program.identity.uid, program.identity.gid);
    await execa(
      join(program.bin, 'initdb'),
      [
        `--pgdata=${pathForPostgres(program, unfinished)}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      { ...program.identity, cwd: unfinished },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, folder);
};
