import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';

export interface TestOptions {
  full: boolean;
  /** Limits the run to what changed since this commit, branch or tag, including uncommitted changes. */
  affectedSince?: string | undefined;
}

export const readOptions = (args?: string[]): TestOptions => {
  const program = createCommandLine(
    'npm test --',
    'Runs static checks and tests; npm run test:full runs all of them.',
  )
    .option('--full', 'also slow tests', false)
    .option('--affected', 'only what has changed since origin/main', false)
    .option('--since <commit>', 'only what has changed since this commit, branch or tag');
  parseCommandLine(program, args);
  const { full, affected, since } = program.opts();
  return { full, affectedSince: affected || since ? (since ?? 'origin/main') : undefined };
};
