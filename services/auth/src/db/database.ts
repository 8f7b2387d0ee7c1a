import { RELAY_CONNECTIONS } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createPool, usePostgresPool, watchPool } from '@qr-attendance/server';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;
export type Pool = ReturnType<typeof createPool>;
export type Transaction = Prisma.TransactionClient;

/** Disconnecting ends the pool too. */
export const connectDatabase = (pool: Pool): Database =>
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });

/** Connections for requests, and others for the relay, so that neither keeps the other waiting. */
export const connectPools = (
  url: string,
  size: number,
  { log, metrics }: { log: Logger; metrics: Metrics },
) => {
  const connect = (name: string, max: number): Pool => {
    const pool = createPool(url, log, { name, max });
    watchPool(metrics, name, usePostgresPool(pool));
    return pool;
  };
  const pool = connect('auth', size);
  const relayPool = connect('auth relay', RELAY_CONNECTIONS);
  const database = connectDatabase(pool);
  return {
    pool,
    relayPool,
    database,
    end: async (): Promise<void> => {
      await relayPool.end();
      await database.$disconnect();
    },
  };
};

/** Whether a write failed because a unique index already holds such a value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
