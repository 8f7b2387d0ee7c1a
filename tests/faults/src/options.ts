import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface Options {
  short: boolean;
  /** Comma-separated names, or parts of names, of the faults to run. */
  only: string | undefined;
  /** The event bus, by default Kafka where it is available. */
  bus: 'kafka' | 'postgres' | undefined;
  from: string;
}

/** Contains the previous release; edited with each release. */
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
