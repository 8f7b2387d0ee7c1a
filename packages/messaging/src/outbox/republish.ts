import { setTimeout as pause } from 'node:timers/promises';
import type { Republished, RepublishRoute } from '@qr-attendance/contracts';
import type { Event, Topic } from '@qr-attendance/contracts/events';
import { implement, type Implementation, notFound, temporarilyUnavailable } from '@qr-attendance/server';

/** Aggregates per batch. The next batch waits until consumers have handled most of it. */
export const REPUBLISH_BATCH = 100;
/** While more events than this wait for a consumer of the topic, no batch is added. */
const MAX_BACKLOG = 50;
const POLL_MS = 100;
/** A batch waits no longer than this, which is less than operators' commands wait for an answer. */
const MAX_WAIT_MS = 45_000;

/**
 * Publishes the present state of a batch of aggregates, in the order of their ids, from after `after` on. Whatever changes
 * meanwhile must be published after it, by the outbox.
 */
export type RepublishBatch = (
  after: string | undefined,
  publish: (events: Event[]) => Promise<void>,
) => Promise<Republished>;

export const republishedOf = (ids: string[]): Republished => {
  const last = ids.at(-1);
  return {
    republished: ids.length,
    ...(ids.length === REPUBLISH_BATCH && last !== undefined ? { next: last } : {}),
  };
};

/** The part of a service's messaging that a replay needs. */
export interface Republishing {
  /** Publishes events that make way for all others. */
  publishBulk: (events: Event[]) => Promise<void>;
  /** How many events of a topic wait for the consumer that is furthest behind. */
  backlog: (topic: string) => Promise<number>;
}

const waitForConsumers = async ({ backlog }: Pick<Republishing, 'backlog'>, topic: string): Promise<void> => {
  const deadline = Date.now() + MAX_WAIT_MS;
  while ((await backlog(topic)) > MAX_BACKLOG) {
    if (Date.now() > deadline) throw temporarilyUnavailable();
    await pause(POLL_MS);
  }
};

/** The route by which an owner is asked to publish its aggregates once more, at the pace of the slowest consumer. */
export const implementRepublish = (
  route: RepublishRoute,
  republishers: [Topic, RepublishBatch][],
  republishing: Republishing,
): Implementation =>
  implement(route, async ({ query }) => {
    const republisher = republishers.find(([{ name }]) => name === query.topic);
    if (!republisher) throw notFound('Topic');
    await waitForConsumers(republishing, query.topic);
    return republisher[1](query.after, republishing.publishBulk);
  });
