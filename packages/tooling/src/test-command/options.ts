import { parseArgs } from 'node:util';

export interface TestOptions {
  /** Everything, not only what guards a merge. */
  full: boolean;
  /** Only what can be reached by what has changed since this commit, branch or tag, or is not committed. */
  affectedSince?: string | undefined;
}

/** Reads `--full`, `--affected` and `--since=<commit>`. @throws TypeError naming an option that is not known */
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
