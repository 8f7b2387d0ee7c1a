import { parseArgs } from 'node:util';
import { ConfigError, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { compareRoots, describeComparison } from './features/history-tree/compare-roots.ts';
import { readKeptRoots } from './features/history-tree/read-kept-roots.ts';

/**
 * Verifies without the database that the newest published tree grew out of kept roots, and prints the newest root in
 * the form of the emails. Exit code 1 means that a root does not fit.
 */
await runMigration({
  name: 'attendance',
  configSchema: z.object({}),
  migrate: async () => {
    const { url = '', roots = [] } = parseArgs({
      options: { url: { type: 'string' }, roots: { type: 'string', multiple: true } },
    }).values;
    if (!URL.canParse(url) || roots.length === 0)
      throw new ConfigError(
        'Say which system, and what you kept: --url <https://…> --roots <file or folder>.',
      );
    const kept = await readKeptRoots(roots);
    const comparison = await compareRoots(url, kept);
    process.stdout.write(describeComparison(comparison, kept.length));
    if (comparison.conflicts.length > 0) process.exit(1);
  },
});
