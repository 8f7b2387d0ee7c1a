import { parseArgs } from 'node:util';
import { ConfigError, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { compareRoots, type Conflict } from './history-tree/compare-roots.ts';
import { readKeptRoots } from './history-tree/read-kept-roots.ts';

const SENTENCES: Record<Conflict['why'], string> = {
  tree_too_small: 'The published tree is smaller than the one that you kept',
  never_published: 'The system has never published the tree that you kept',
  proof_fails: 'The published tree does not begin with the one that you kept',
};

const readArguments = (): { url: string; roots: string[] } => {
  const { url = '', roots = [] } = parseArgs({
    options: { url: { type: 'string' }, roots: { type: 'string', multiple: true } },
  }).values;
  if (!URL.canParse(url) || roots.length === 0)
    throw new ConfigError('Say which system, and what you kept: --url <https://…> --roots <file or folder>.');
  return { url, roots };
};

/**
 * Verifies, for somebody without the database, that the newest published tree grew out of roots that were kept. Prints
 * the newest root in the form of the emails, to be kept too; exit code 1 where a root does not fit.
 */
await runMigration({
  name: 'attendance',
  configSchema: z.object({}),
  migrate: async () => {
    const { url, roots } = readArguments();
    const kept = await readKeptRoots(roots);
    const { newest, conflicts } = await compareRoots(url, kept);
    const lines = [
      ...(newest
        ? [
            `The newest tree was published at ${newest.at}.`,
            `Tree size: ${newest.size}`,
            `Root: ${newest.root.toString('hex')}`,
          ]
        : ['No tree is published.']),
      ...conflicts.map(
        ({ why, kept: { size, root } }) => `${SENTENCES[why]}: size ${size}, root ${root.toString('hex')}.`,
      ),
      conflicts.length === 0
        ? `It begins with all ${kept.length} that you kept.`
        : `Found: ${conflicts.length} of ${kept.length}.`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    if (conflicts.length > 0) process.exit(1);
  },
});
