import { parseArgs } from 'node:util';

export interface Options {
  /** A few faults and marks, for every test run. */
  short: boolean;
  /** Only faults whose names contain one of these, separated by commas. */
  only: string | undefined;
  /** What carries the events: Kafka where it can be had, unless said. */
  bus: 'kafka' | 'postgres' | undefined;
}

export const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      bus: { type: 'string' },
    },
  });
  if (values.bus !== undefined && values.bus !== 'kafka' && values.bus !== 'postgres')
    throw new Error('--bus is kafka or postgres');
  return { short: values.short, only: values.only, bus: values.bus };
};
