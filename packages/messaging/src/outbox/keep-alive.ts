import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';

/** Says something on a connection now and then, so that its transaction is not taken for abandoned. @returns what ends it */
export const keepAlive = (client: PoolClient, everyMs: number): (() => Promise<void>) => {
  const ended = new AbortController();
  const { signal } = ended;
  const go = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal });
      await client.query('SELECT 1');
    }
  };
  // A connection that is lost shows at the next statement.
  const gone = go().catch(() => undefined);
  return () => {
    ended.abort();
    return gone;
  };
};
