import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';

/**
 * Sends a query regularly, so that the database does not end the idle transaction.
 * @returns a function that stops the queries
 */
export const keepConnectionAlive = (client: PoolClient, everyMs: number): (() => Promise<void>) => {
  const ended = new AbortController();
  const { signal } = ended;
  const go = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal });
      await client.query('SELECT 1');
    }
  };
  // The next statement reports a lost connection.
  const gone = go().catch(() => undefined);
  return () => {
    ended.abort();
    return gone;
  };
};
