import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@qr-attendance/stack';
import {
  createCommandLine,
  parseAddress,
  parseCommandLine,
  resolveGiven,
} from '@qr-attendance/server/command-line';
import { readAccess } from '../events/system-access.ts';
import { dataFolder } from './data-folder.ts';
import { openPostgres } from './open-postgres.ts';
import { reportFailure } from './report-failure.ts';

interface Audit {
  command: 'verify' | 'consistency';
  url: string | undefined;
  roots: string[];
}

const collectRoots = (path: string, before: string[] = []): string[] => [...before, resolveGiven(path)];

const readArguments = (): Audit => {
  let chosen: Audit | undefined;
  const program = createCommandLine('npm run audit --', 'Checks the audit log (docs/operations/audit.md).');
  program
    .command('verify')
    .description('checks the audit log in the database, and compares it with emailed roots')
    .option('--roots <path>', 'file or folder of emailed roots; can be repeated', collectRoots)
    .action(({ roots = [] }) => {
      chosen = { command: 'verify', url: undefined, roots };
    });
  program
    .command('consistency')
    .description('compares emailed roots with the public data of a system')
    .requiredOption('--url <address>', 'address of the system', parseAddress)
    .requiredOption('--roots <path>', 'file or folder of emailed roots; can be repeated', collectRoots)
    .action(({ url, roots }) => {
      chosen = { command: 'consistency', url, roots: roots as string[] };
    });
  parseCommandLine(program);
  return chosen as Audit;
};

const runProgram = async (program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const file = join(ROOT, 'services/attendance/src', program);
  const running = spawn(process.execPath, [file, ...args], { env, stdio: 'inherit' });
  const [code] = (await once(running, 'exit')) as [number | null];
  return code ?? 1;
};

const run = async (): Promise<number> => {
  const { command, url, roots } = readArguments();
  const args = roots.flatMap((path) => ['--roots', path]);
  if (command === 'consistency')
    return runProgram('verify-roots.ts', ['--url', url ?? '', ...args], process.env);
  const dataDir = dataFolder();
  const { DATABASE_URL, ATTENDANCE_DATABASE_URL } = process.env;
  const postgres = await openPostgres('attendance', {
    dataDir,
    postgresUrl: DATABASE_URL,
    databaseUrl: ATTENDANCE_DATABASE_URL,
  });
  try {
    // Without a running system, the audit logs of other services are not compared; the program reports the missing
    // comparison.
    const access = await readAccess(dataDir).catch(() => ({}));
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
