import { createFairQueue, type FairQueue, type QueueBounds } from './fair-queue.ts';

/**
 * Every queue in which people's requests wait. A test compares `docs/operations/bounds.md` with it. -
 * `atOnce`: work in progress; one at a time per person - `maxPerPerson`: waiting and in progress; more get
 * 429 - `maxWaiting`: of all people; more get 503 - `maxWaitMs`: then 503, well before the gateway gives up
 */
export const QUEUES = {
  costly_reads: {
    process: 'every service',
    holds: 'reads whose cost depends on many records (`costly-routes.ts` in packages/contracts)',
    atOnce: 8,
    maxPerPerson: 12,
    maxWaiting: 1e3,
    maxWaitMs: 8e3,
  },
  calendar_files: {
    process: 'session',
    holds: 'iCalendar files that teachers read in',
    atOnce: 1,
    maxPerPerson: 2,
    maxWaiting: 12,
    maxWaitMs: 6e3,
  },
  calendar_feeds: {
    process: 'session',
    holds: 'reads of secret calendar addresses, by address',
    atOnce: 2,
    maxPerPerson: 2,
    maxWaiting: 100,
    maxWaitMs: 8e3,
  },
  exports: {
    process: 'attendance',
    holds: 'CSV exports, each with a database connection until it is read',
    atOnce: 3,
    maxPerPerson: 2,
    maxWaiting: 40,
    maxWaitMs: 1e4,
  },
  selfies: {
    process: 'attendance',
    holds: 'selfies that are decoded and compared',
    atOnce: 4,
    maxPerPerson: 2,
    maxWaiting: 1500,
    maxWaitMs: 1e4,
  },
} as const satisfies Record<string, QueueBounds & { process: string; holds: string }>;

type QueueName = keyof typeof QUEUES;

export const createQueue = (name: QueueName): FairQueue => createFairQueue(QUEUES[name]);
