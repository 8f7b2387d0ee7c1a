import { connectPostgresEventBus, type EventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { ensureDatabase, type Server } from '@qr-attendance/stack';

/** What carries the events, and what services are told to find it. */
export interface Bus {
  name: 'kafka' | 'postgres';
  env: Record<string, string>;
  /** The broker as a process; undefined where PostgreSQL is it. */
  broker?: Server;
  /** A connection of its own, as another process would have. */
  connect: () => Promise<EventBus>;
  stop: () => Promise<void>;
}

/** The event bus of one machine: a database. */
export const postgresBus = async ({ postgresUrl }: { postgresUrl: string }): Promise<Bus> => {
  const url = await ensureDatabase(postgresUrl, 'events');
  return {
    name: 'postgres',
    env: { EVENT_BUS: 'postgres', EVENT_BUS_URL: url },
    connect: () => connectPostgresEventBus({ url, log: createLogger('faults', 'silent') }),
    stop: async () => undefined,
  };
};
