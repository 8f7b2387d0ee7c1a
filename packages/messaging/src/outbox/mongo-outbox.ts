import type { Event } from '@qr-attendance/contracts/events';
import type { Model, Types } from 'mongoose';
import type { WithOutbox } from './outbox-fields.ts';
import { createStalePublishGuard } from './stale-publish-guard.ts';
import { type OutboxStore, publishAll } from './outbox-store.ts';

const WAITING = { 'outbox.id': { $gt: '' } };

/**
 * Writes the event of each document's current state to its outbox. Skips documents that changed after they
 * were read, because the change wrote its own event.
 */
const writeEvents = async <Doc extends WithOutbox & { _id: Types.ObjectId }>(
  model: Model<Doc>,
  documents: Doc[],
  eventOf: (document: Doc) => Event,
): Promise<void> => {
  if (documents.length === 0) return;
  const writes = documents.map((document) => ({
    updateOne: {
      filter: { _id: document._id, version: document.version },
      update: { $set: { outbox: [eventOf(document)] } },
    },
  }));
  // Without this option, undefined fields would become null.
  await model.collection.bulkWrite(writes as never, { ordered: false, ignoreUndefined: true });
};

export const queueNewerStates =
  <Doc extends WithOutbox & { _id: Types.ObjectId }>(model: Model<Doc>, eventOf: (document: Doc) => Event) =>
  async (events: Event[]): Promise<void> => {
    if (events.length === 0) return;
    const versions = new Map(events.map(({ key, version }) => [key, version]));
    const documents = await model.find({ _id: { $in: [...versions.keys()] } }).lean<Doc[]>();
    const newer = documents.filter(
      ({ _id, version }) => version > (versions.get(_id.toHexString()) ?? version),
    );
    await writeEvents(model, newer, eventOf);
  };

/**
 * The outbox of a collection whose `_id` is the event's key. It uses no locks: replicas may publish the same
 * event, and a stalled replica may publish an old version after a newer one. In that case it detects that the
 * document has changed and writes the current state to the outbox again, replacing a waiting event.
 * @param eventOf creates the event of a document's current state
 */
export const mongoOutbox = <Doc extends WithOutbox & { _id: Types.ObjectId }>(
  model: Model<Doc>,
  eventOf: (document: Doc) => Event,
): OutboxStore => {
  const read = async (limit: number): Promise<Event[]> => {
    const documents = await model.collection
      .find(WAITING, { projection: { outbox: 1 } })
      .limit(limit)
      .toArray();
    return documents.flatMap((document) => document.outbox as Event[]);
  };
  const { ObjectId } = model.base.Types;
  const remove = async (events: Event[]): Promise<number> => {
    if (events.length === 0) return 0;
    const { matchedCount } = await model.collection.bulkWrite(
      events.map((event) => ({
        updateOne: {
          // Some servers find an id in a list only by a full scan, so the filter includes the key.
          filter: { _id: new ObjectId(event.key), 'outbox.id': event.id },
          update: { $pull: { outbox: { id: event.id } } as never },
        },
      })),
      { ordered: false },
    );
    return matchedCount;
  };
  const guard = createStalePublishGuard(queueNewerStates(model, eventOf));

  return {
    publishPending: async (limit, publish) => {
      await guard.reconcile();
      const events = await read(limit);
      const { published, throwIfFailed } = await publishAll(events, publish);
      guard.track(events);
      // An event whose publication failed may still have reached the bus.
      if ((await remove(published)) === events.length) guard.clear();
      else await guard.reconcile();
      throwIfFailed();
      return events.length;
    },
    depth: () => model.collection.countDocuments(WAITING),
  };
};
