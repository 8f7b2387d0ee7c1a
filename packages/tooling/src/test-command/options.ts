import { parseArgs } from 'node:util';

export interface TestOptions {
  full: boolean;
  /** Limits the run to what changed since this commit, branch or tag, including uncommitted changes. */
  affectedSince?: string | undefined;
}

export const readOptions = (args: string[]): TestOptions => {
  const { values } = parseArgs({
    args,
    options: {
      full: { type: 'boolean', default: false },
      affected: { type: 'boolean', default: false },
      since: { type: 'string' },
    },
  });
  const since = values.since ?? 'origin/main';
  return { full: values.full, affectedSince: values.affected || values.since ? since : undefined };
};
