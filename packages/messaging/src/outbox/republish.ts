import type { Republished, RepublishRoute } from '@qr-attendance/contracts';
import type { Topic } from '@qr-attendance/contracts/events';
import { implement, type Implementation, notFound } from '@qr-attendance/server';

/** Aggregates per batch: one transaction, or one write of many documents. */
export const REPUBLISH_BATCH = 500;

/**
 * Queues the present state of a batch of aggregates in their outbox, in the order of their ids, from after `after` on.
 * One whose event waits there already is left alone, as that is its present state.
 */
export type RepublishBatch = (after: string | undefined) => Promise<Republished>;

/** What to answer for a batch of aggregates. */
export const republishedOf = (ids: string[]): Republished => {
  const last = ids.at(-1);
  return {
    announced: ids.length,
    ...(ids.length === REPUBLISH_BATCH && last !== undefined ? { next: last } : {}),
  };
};

/** The route by which an owner is asked to announce; `committed` wakes what publishes. */
export const implementRepublish = (
  route: RepublishRoute,
  announcers: [Topic, RepublishBatch][],
  committed: () => void,
): Implementation =>
  implement(route, async ({ query }) => {
    const announcer = announcers.find(([{ name }]) => name === query.topic);
    if (!announcer) throw notFound('Topic');
    const announced = await announcer[1](query.after);
    committed();
    return announced;
  });
