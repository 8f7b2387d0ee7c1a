import { connectPostgresEventBus, type EventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { ensureDatabase, type Server } from '@qr-attendance/stack';

export interface Bus {
  name: 'kafka' | 'postgres';
  env: Record<string, string>;
  /** The broker's process; undefined if the bus is in PostgreSQL. */
  broker?: Server;
  connect: () => Promise<EventBus>;
  stop: () => Promise<void>;
}

export const postgresBus = async ({ postgresUrl }: { postgresUrl: string }): Promise<Bus> => {
  const url = await ensureDatabase(postgresUrl, 'events');
  return {
    name: 'postgres',
    env: { EVENT_BUS: 'postgres', EVENT_BUS_URL: url },
    connect: () => connectPostgresEventBus({ url, log: createLogger('faults', 'silent') }),
    stop: async () => undefined,
  };
};
