import type { Logger } from '@qr-attendance/observability';
import { Client } from 'pg';
import pRetry from 'p-retry';
import { RECORDS_CHANNEL } from '../../core/events/notify-pages.ts';

/** A frozen or disconnected server sends nothing, not even a FIN, so it is polled. */
const ASK_EVERY_MS = 5_000;
const SILENCE_MS = 5_000;

interface ListenerOptions {
  url: string;
  log: Logger;
  onNotice: (sessionId: string, studentId: string) => void;
  /** Called after a reconnect, because notifications may have been missed. */
  onReconnect: () => void;
}

export const listenForRecords = async ({ url, log, onNotice, onReconnect }: ListenerOptions) => {
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
      const [sessionId, studentId] = payload.split(' ');
      if (sessionId && studentId) onNotice(sessionId, studentId);
    });
    client.on('error', (error) => log.warn({ err: error }, 'record notices: connection lost'));
    await client.connect();
    await client.query(`LISTEN ${RECORDS_CHANNEL}`).catch(async (error: unknown) => {
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
      if (!stop.signal.aborted) log.error({ err: error }, 'record notices: gave up');
    }
  };

  await connect();
  return {
    close: async (): Promise<void> => {
      stop.abort();
      await client.end();
    },
  };
};
