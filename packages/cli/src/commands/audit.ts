import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, StartError } from '@qr-attendance/stack';
import { readAccess } from '../events/access.ts';
import { openPostgres } from './open-postgres.ts';
import { reportFailure } from './report-failure.ts';

const USAGE = `npm run audit -- verify [--roots <file or folder of emailed roots>]…
       npm run audit -- consistency --url <address of the system> --roots <file or folder of emailed roots>…`;

interface Audit {
  command: 'verify' | 'consistency';
  url: string | undefined;
  roots: string[];
}
const readArguments = (): Audit => {
  try {
    const { values, positionals } = parseArgs({
      options: { url: { type: 'string' }, roots: { type: 'string', multiple: true, default: [] } },
      allowPositionals: true,
    });
    // Paths are relative to the folder of the command.
    const roots = values.roots.map((path) => resolve(process.env['INIT_CWD'] ?? '', path));
    const { url } = values;
    const command = positionals.join(' ');
    if (command === 'verify' && url === undefined) return { command, url, roots };
    if (command === 'consistency' && url !== undefined && roots.length > 0) return { command, url, roots };
  } catch {
    // reported below
  }
  throw new StartError(`Usage: ${USAGE}`);
};

const runProgram = async (program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const file = join(ROOT, 'services/attendance/src', program);
  const running = spawn(process.execPath, [file, ...args], { env, stdio: 'inherit' });
  const [code] = (await once(running, 'exit')) as [number | null];
  return code ?? 1;
};

/** Runs the attendance service's own check on its database, or on the public data of a system. */
const run = async (): Promise<number> => {
  const { command, url, roots } = readArguments();
  const args = roots.flatMap((path) => ['--roots', path]);
  if (command === 'consistency')
    return runProgram('verify-roots.ts', ['--url', url ?? '', ...args], process.env);
  const { DATA_DIR = join(ROOT, '.data'), DATABASE_URL, ATTENDANCE_DATABASE_URL } = process.env;
  const postgres = await openPostgres('attendance', {
    dataDir: resolve(DATA_DIR),
    postgresUrl: DATABASE_URL,
    databaseUrl: ATTENDANCE_DATABASE_URL,
  });
  try {
    // Without a running system, the audit logs of other services are not compared, and the program says so.
    const access = await readAccess(resolve(DATA_DIR)).catch(() => ({}));
    return await runProgram('verify-history.ts', args, {
      ...process.env,
      ...access,
      DATABASE_URL: postgres.url,
    });
  } finally {
    await postgres.stop();
  }
};

try {
  process.exit(await run());
} catch (error) {
  reportFailure(error, 'The command failed');
  process.exit(1);
}
