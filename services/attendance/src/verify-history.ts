import { parseArgs } from 'node:util';
import { runMigration } from '@qr-attendance/server';
import { configSchema } from './config.ts';
import { connectDatabase } from './db/database.ts';
import { readKeptRoots } from './features/history-tree/read-kept-roots.ts';
import { describeVerification, verifyHistory } from './features/history-tree/verify-history.ts';

/**
 * Verifies the history in the database, also against kept roots (`--roots <file or folder>`). Exit code 1 means that
 * something was found.
 */
await runMigration({
  name: 'attendance',
  configSchema: configSchema.pick({ DATABASE_URL: true }),
  migrate: async (config, log) => {
    const { values } = parseArgs({ options: { roots: { type: 'string', multiple: true } } });
    const roots = await readKeptRoots(values.roots ?? []);
    const pool = connectDatabase(config.DATABASE_URL, log, { noTimeouts: true });
    const verification = await verifyHistory(pool, roots);
    await pool.end();
    process.stdout.write(describeVerification(verification));
    if (verification.findings.length > 0) process.exit(1);
  },
});
