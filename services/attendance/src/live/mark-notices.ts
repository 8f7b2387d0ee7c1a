import type { Logger } from '@qr-attendance/observability';
import { Client } from 'pg';
import pRetry from 'p-retry';
import { MARKS_CHANNEL } from '../marking/write-marks-statement.ts';

/** Nothing comes from a server that is cut off or frozen, not even an end: so it is asked now and then. */
const ASK_EVERY_MS = 5_000;
const SILENCE_MS = 5_000;

/** A mark was written, by this replica or another. */
export interface MarkNotice {
  sessionId: string;
  markId: string;
}

/** Listens on a connection of its own and reconnects when it is lost; `onReconnect` tells that notices may be missed. */
export const listenForMarks = async ({
  url,
  log,
  onNotice,
  onReconnect,
}: {
  url: string;
  log: Logger;
  onNotice: (notice: MarkNotice) => void;
  onReconnect: () => void;
}): Promise<{ close: () => Promise<void> }> => {
  const stop = new AbortController();
  let client: Client;

  const connect = async (): Promise<void> => {
    client = new Client({
      connectionString: url,
      application_name: 'attendance notices',
      keepAlive: true,
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
    });
    client.on('notification', ({ payload = '' }) => {
      const [sessionId, markId] = payload.split(' ');
      if (sessionId && markId) onNotice({ sessionId, markId });
    });
    client.on('error', (error) => log.warn({ err: error }, 'mark notices: connection lost'));
    await client.connect();
    await client.query(`LISTEN ${MARKS_CHANNEL}`).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    const current = client;
    const asking = setInterval(() => {
      current.query('SELECT 1').catch(() => current.end());
    }, ASK_EVERY_MS);
    client.once('end', () => {
      clearInterval(asking);
      if (!stop.signal.aborted) void reconnect();
    });
  };
  const reconnect = async (): Promise<void> => {
    try {
      await pRetry(connect, { retries: Infinity, minTimeout: 200, maxTimeout: 5_000, signal: stop.signal });
      onReconnect();
    } catch (error) {
      if (!stop.signal.aborted) log.error({ err: error }, 'mark notices: gave up');
    }
  };

  await connect();
  return {
    close: async () => {
      stop.abort();
      await client.end();
    },
  };
};
