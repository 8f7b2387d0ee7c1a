import { RELAY_CONNECTIONS } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createPool, usePostgresPool, watchPool } from '@qr-attendance/server';
import { PrismaPg } from '@prisma/adapter-pg';
import PQueue from 'p-queue';
import { z } from 'zod/mini';
import { Prisma, PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;
export type Pool = ReturnType<typeof createPool>;
export type Transaction = Prisma.TransactionClient;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Statements = Pick<Awaited<ReturnType<Adapter['startTransaction']>>, 'queryRaw' | 'executeRaw'>;

const serialize = <Target extends Statements>(transaction: Target): Target => {
  const queue = new PQueue({ concurrency: 1 });
  const { queryRaw, executeRaw } = transaction;
  return Object.assign(transaction, {
    queryRaw: (query) => queue.add(() => queryRaw.call(transaction, query)),
    executeRaw: (query) => queue.add(() => executeRaw.call(transaction, query)),
  } satisfies Statements);
};

/** Prisma queries several relations of a row concurrently, even in transactions; pg deprecates that. */
class SequentialPrismaPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    return Object.assign(adapter, {
      startTransaction: async (...options: Parameters<typeof start>) => serialize(await start(...options)),
    });
  }
}

export const connectDatabase = (pool: Pool): Database =>
  new PrismaClient({ adapter: new SequentialPrismaPg(pool, { disposeExternalPool: true }) });

/**
 * Minimum interval between statements of one kind when many people sign in at once; each statement serves all
 * requests that arrived in the meantime.
 */
export const MIN_STATEMENT_INTERVAL_MS = 100;

/** The relay has separate connections, so that it and the requests never wait for each other. */
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

const rawErrorSchema = z.object({
  driverAdapterError: z.object({ cause: z.object({ kind: z.literal('UniqueConstraintViolation') }) }),
});

/** Prisma reports violations in raw SQL with another code. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  (error.code === 'P2002' || rawErrorSchema.safeParse(error.meta).success);
