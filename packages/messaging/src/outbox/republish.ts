import { setTimeout as pause } from 'node:timers/promises';
import type { RepublishResult, RepublishRoute } from '@qr-attendance/contracts';
import type { Event, Topic } from '@qr-attendance/contracts/events';
import { implement, type Implementation, notFound, temporarilyUnavailable } from '@qr-attendance/server';

export const REPUBLISH_BATCH = 100;
/** No batch is added while more than this number of events wait for a consumer of the topic. */
const MAX_BACKLOG = 50;
const POLL_MS = 100;
const MAX_WAIT_MS = 45_000;

/**
 * Publishes the current state of a batch of aggregates, ordered by id and starting after `after`. The outbox
 * must publish concurrent changes later than this batch.
 */
export type RepublishBatch = (
  after: string | undefined,
  publish: (events: Event[]) => Promise<void>,
) => Promise<RepublishResult>;

export const toRepublished = (ids: string[]): RepublishResult => {
  const last = ids.at(-1);
  return {
    republished: ids.length,
    ...(ids.length === REPUBLISH_BATCH && last !== undefined ? { next: last } : {}),
  };
};

export interface RepublishBus {
  publishBulk: (events: Event[]) => Promise<void>;
  backlog: (topic: string) => Promise<number>;
}

const waitForConsumers = async ({ backlog }: Pick<RepublishBus, 'backlog'>, topic: string): Promise<void> => {
  const deadline = Date.now() + MAX_WAIT_MS;
  while ((await backlog(topic)) > MAX_BACKLOG) {
    if (Date.now() > deadline) throw temporarilyUnavailable();
    await pause(POLL_MS);
  }
};

export const implementRepublish = (
  route: RepublishRoute,
  republishers: [Topic, RepublishBatch][],
  bus: RepublishBus,
): Implementation =>
  implement(route, async ({ query }) => {
    const republisher = republishers.find(([{ name }]) => name === query.topic);
    if (!republisher) throw notFound('Topic');
    await waitForConsumers(bus, query.topic);
    return republisher[1](query.after, bus.publishBulk);
  });
