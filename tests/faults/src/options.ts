import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface Options {
  /** A few faults and marks, for every test run. */
  short: boolean;
  /** Only faults of these names, or whose names contain one of them, separated by commas. */
  only: string | undefined;
  /** What carries the events: Kafka where it can be had, unless said. */
  bus: 'kafka' | 'postgres' | undefined;
  /** Commit that the rolling upgrade starts from. */
  from: string;
}

/** Says what the release before is; edited with each release. */
const RELEASE_BEFORE = new URL('../release-before.txt', import.meta.url);

export const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      bus: { type: 'string' },
      from: { type: 'string' },
    },
  });
  if (values.bus !== undefined && values.bus !== 'kafka' && values.bus !== 'postgres')
    throw new Error('--bus is kafka or postgres');
  const from = values.from ?? readFileSync(RELEASE_BEFORE, 'utf8').trim();
  return { short: values.short, only: values.only, bus: values.bus, from };
};
