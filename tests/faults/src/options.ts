import { readFileSync } from 'node:fs';
import { createCommandLine, Option, parseCommandLine } from '@qr-attendance/server/command-line';

export interface Options {
  short: boolean;
  only: string | undefined;
  /** The event bus; by default Kafka if it is available. */
  bus: 'kafka' | 'postgres' | undefined;
  from: string;
}

/** Contains the commit of the previous release; edited with each release. */
const RELEASE_BEFORE = new URL('../release-before.txt', import.meta.url);

export const readOptions = (): Options => {
  const program = createCommandLine(
    'npm run faults --',
    'Causes one failure after another while students mark.',
  )
    .option('--short', 'fewer failures, students and marks', false)
    .option('--only <names>', 'these failures alone, by names or parts of names, separated by commas')
    .addOption(
      new Option('--bus <bus>', 'the event bus; Kafka where it is available').choices([
        'kafka',
        'postgres',
      ] as const),
    )
    .option('--from <commit>', 'the release before this one', readFileSync(RELEASE_BEFORE, 'utf8').trim());
  parseCommandLine(program);
  const { short, only, bus, from } = program.opts();
  return { short, only, bus, from };
};
