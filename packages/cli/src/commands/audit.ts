import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, StartError } from '@qr-attendance/stack';
import { postgresUrlOf } from '../backup/connect.ts';
import { openPostgres } from './open-postgres.ts';
import { reportFailure } from './report-failure.ts';

const USAGE = 'npm run audit -- verify [--roots <file or folder of emailed roots>]…';

const readRootPaths = (): string[] => {
  try {
    const { values, positionals } = parseArgs({
      options: { roots: { type: 'string', multiple: true, default: [] } },
      allowPositionals: true,
    });
    // Paths are of where the command was called.
    if (positionals.join(' ') === 'verify')
      return values.roots.map((path) => resolve(process.env['INIT_CWD'] ?? '', path));
  } catch {
    // Said below.
  }
  throw new StartError(`Usage: ${USAGE}`);
};

/** Runs the attendance service's own check on its database, wherever that is. @returns its exit code */
const run = async (): Promise<number> => {
  const roots = readRootPaths();
  const { DATA_DIR = join(ROOT, '.data'), DATABASE_URL } = process.env;
  const postgres = await openPostgres({ dataDir: resolve(DATA_DIR), postgresUrl: DATABASE_URL });
  try {
    const args = roots.flatMap((path) => ['--roots', path]);
    const verifying = spawn(
      process.execPath,
      [join(ROOT, 'services/attendance/src/verify-history.ts'), ...args],
      {
        env: { ...process.env, DATABASE_URL: postgresUrlOf({ postgresUrl: postgres.url }, 'attendance') },
        stdio: 'inherit',
      },
    );
    const [code] = (await once(verifying, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await postgres.stop();
  }
};

try {
  process.exit(await run());
} catch (error) {
  reportFailure(error, 'That did not work');
  process.exit(1);
}
