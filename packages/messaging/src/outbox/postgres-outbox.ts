import type { Event } from '@qr-attendance/contracts/events';
import type { Pool, PoolClient } from 'pg';
import { createStalePublishGuard } from './stale-publish-guard.ts';
import { keepAlive } from './keep-alive.ts';
import type { OutboxStore } from './outbox-store.ts';
import { lockAndRead, readOldest, removeAndUnlock, type Key } from './postgres-outbox-rows.ts';
import { publishAll, type Publish } from './publish-all.ts';

/**
 * The connections that a relay needs: one while events are published, as long as that takes, and one to count them.
 */
export const RELAY_CONNECTIONS = 2;
/** The database takes the locks of a relay away that kept silent for so long: it is frozen, or cut off. */
const SILENCE_MS = 15_000;
/** A relay that waits for a slow bus gives a sign of life so many times meanwhile. */
const KEEP_ALIVES_IN_SILENCE = 3;

export interface PostgresOutboxOptions {
  /**
   * Puts the present state of those aggregates into the outbox, in place of what waits there, that are newer than
   * these events; they must not change meanwhile. Only events of topics that are compacted need it.
   */
  republishNewer?: (events: Event[]) => Promise<void>;
  silenceMs?: number | undefined;
}

/**
 * The table `outbox` (topic, key, id, version, occurred_at, payload, trace; primary key topic and key, so that a newer state
 * replaces an older one) of a PostgreSQL database. While an event is published its key is locked (an advisory lock of
 * the transaction), so replicas publish the versions of a key one after the other; the lock goes when its connection
 * does. Writers never meet it.
 * @param pool made by `createPool`, of RELAY_CONNECTIONS and for this alone, so that no request waits for one of them
 */
export const postgresOutbox = (
  pool: Pool,
  { republishNewer = () => Promise.resolve(), silenceMs = SILENCE_MS }: PostgresOutboxOptions = {},
): OutboxStore => {
  const guard = createStalePublishGuard(republishNewer);

  const publishLocked = async (client: PoolClient, oldest: Key[], limit: number, publish: Publish) => {
    const { locked, events } = await lockAndRead(client, oldest, { limit, silenceMs });
    const stopKeepAlive = keepAlive(client, silenceMs / KEEP_ALIVES_IN_SILENCE);
    const { published, throwIfFailed } = await publishAll(events, publish);
    await stopKeepAlive();
    // Had its lock gone before an event came to the bus, a newer version might have come before it.
    guard.track(events);
    await removeAndUnlock(client, published);
    guard.clear();
    return { locked, throwIfFailed };
  };

  return {
    publishPending: async (limit, publish) => {
      await guard.reconcile();
      const oldest = await readOldest(pool, limit);
      if (oldest.length === 0) return 0;
      const client = await pool.connect();
      const { locked, throwIfFailed } = await publishLocked(client, oldest, limit, publish).catch(
        async (error: unknown) => {
          // Whatever it still holds goes with it.
          client.release(true);
          await guard.reconcile();
          throw error;
        },
      );
      client.release();
      throwIfFailed();
      return locked;
    },
    depth: async () => {
      const { rows } = await pool.query<{ depth: number }>('SELECT count(*)::int AS depth FROM outbox');
      return rows[0]?.depth ?? 0;
    },
  };
};
