import { runMigration } from '@qr-attendance/server';
import {
  collectValues,
  createCommandLine,
  parseAddress,
  parseCommandLine,
} from '@qr-attendance/server/command-line';
import { z } from 'zod';
import { compareRoots, describeComparison } from './features/history-tree/compare-roots.ts';
import { readKeptRoots } from './features/history-tree/read-kept-roots.ts';

const program = createCommandLine(
  'verify-roots.ts',
  'Compares emailed roots with the public data of a system.',
)
  .requiredOption('--url <address>', 'address of the system', parseAddress)
  .requiredOption('--roots <path>', 'file or folder of emailed roots; can be repeated', collectValues);
parseCommandLine(program);
const { url, roots } = program.opts();

/**
 * Verifies without the database that the newest published tree extends kept roots, and prints the newest root
 * in the format of the emails. Exit code 1 means that a root does not fit.
 */
await runMigration({
  name: 'attendance',
  configSchema: z.object({}),
  migrate: async () => {
    const kept = await readKeptRoots(roots);
    const comparison = await compareRoots(url, kept);
    process.stdout.write(describeComparison(comparison, kept.length));
    if (comparison.conflicts.length > 0) process.exit(1);
  },
});
