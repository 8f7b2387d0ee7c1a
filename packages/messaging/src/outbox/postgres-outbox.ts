import type { Event } from '@qr-attendance/contracts/events';
import type { Pool, PoolClient } from 'pg';
import { createStalePublishGuard } from './stale-publish-guard.ts';
import { keepConnectionAlive } from './keep-connection-alive.ts';
import { type OutboxStore, type Publish, publishAll } from './outbox-store.ts';
import { lockAndRead, readOldest, removeAndUnlock, type OutboxKey } from './postgres-outbox-rows.ts';

/** A relay publishes events on one connection and counts events on a second, because publishing may take long. */
export const RELAY_CONNECTIONS = 2;
/**
 * The database releases the locks of a relay that sent nothing for this long, because it is frozen or
 * disconnected.
 */
const SILENCE_MS = 15_000;
const KEEP_ALIVES_IN_SILENCE = 3;

export interface PostgresOutboxOptions {
  /**
   * Writes the current state of aggregates that are newer than these events to the outbox, replacing waiting
   * events. The aggregates must not change during the call. Only needed for compacted topics.
   */
  republishNewer?: (events: Event[]) => Promise<void>;
  silenceMs?: number | undefined;
}

/**
 * Uses the table `outbox` (topic, key, id, version, occurred_at, payload, trace; the primary key is topic and
 * key, so a newer state replaces an older one). An advisory transaction lock on the key protects each
 * publication, so replicas publish the versions of a key one after the other; the lock ends with its
 * connection. Writers never wait for it.
 * @param pool a separate pool with RELAY_CONNECTIONS, so that requests do not wait for them
 */
export const postgresOutbox = (
  pool: Pool,
  { republishNewer = () => Promise.resolve(), silenceMs = SILENCE_MS }: PostgresOutboxOptions = {},
): OutboxStore => {
  const guard = createStalePublishGuard(republishNewer);

  const publishLocked = async (client: PoolClient, oldest: OutboxKey[], limit: number, publish: Publish) => {
    const { locked, events } = await lockAndRead(client, oldest, { limit, silenceMs });
    const stopKeepAlive = keepConnectionAlive(client, silenceMs / KEEP_ALIVES_IN_SILENCE);
    const { published, throwIfFailed } = await publishAll(events, publish);
    await stopKeepAlive();
    // If the lock was lost before the publication, another replica may have published a newer version first.
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
          // Destroying the connection releases its locks.
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
