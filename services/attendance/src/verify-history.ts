import { routes } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { ConfigError, createInternalClient, runMigration } from '@qr-attendance/server';
import { collectValues, createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { type Config, configSchema } from './config.ts';
import { connectDatabase } from './db/database.ts';
import { describeVerification } from './features/history-tree/describe-verification.ts';
import { readKeptRoots } from './features/history-tree/read-kept-roots.ts';
import type { EntryReaders } from './features/history-tree/verify-service-entries.ts';
import { verifyHistory } from './features/history-tree/verify-history.ts';

const readersOf = (
  { INTERNAL_TOKEN: internalToken, COURSE_URL, SESSION_URL }: Partial<Config>,
  log: Logger,
): EntryReaders => {
  if (internalToken === undefined) return {};
  const readerOf = (
    baseUrl: string,
    { listAuditEntriesInternal }: typeof routes.course | typeof routes.session,
  ) => {
    const client = createInternalClient({ baseUrl, internalToken, log });
    return async (after: string) => {
      const page = await client.get(listAuditEntriesInternal, { after });
      if (!page) throw new ConfigError(`${baseUrl} has no audit log.`);
      return page.entries;
    };
  };
  return {
    ...(COURSE_URL !== undefined && { course: readerOf(COURSE_URL, routes.course) }),
    ...(SESSION_URL !== undefined && { session: readerOf(SESSION_URL, routes.session) }),
  };
};

const program = createCommandLine(
  'verify-history.ts',
  'Checks the audit log in the database, and compares it with emailed roots.',
).option('--roots <path>', 'file or folder of emailed roots; can be repeated', collectValues, []);
parseCommandLine(program);

/**
 * Verifies the history in the database, and compares it with kept roots (`--roots <file or folder>`). Exit
 * code 1 means that there are findings.
 */
await runMigration({
  name: 'attendance',
  configSchema: configSchema
    .pick({ DATABASE_URL: true })
    .extend(configSchema.pick({ INTERNAL_TOKEN: true, COURSE_URL: true, SESSION_URL: true }).partial().shape),
  migrate: async (config, log) => {
    const roots = await readKeptRoots(program.opts().roots);
    const pool = connectDatabase(config.DATABASE_URL, log, { noTimeouts: true });
    const verification = await verifyHistory(pool, roots, readersOf(config, log));
    await pool.end();
    process.stdout.write(describeVerification(verification));
    if (verification.findings.length > 0) process.exit(1);
  },
});
