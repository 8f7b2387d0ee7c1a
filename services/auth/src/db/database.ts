import { RELAY_CONNECTIONS } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createPool, usePostgresPool, watchPool } from '@qr-attendance/server';
import { PrismaPg } from '@prisma/adapter-pg';
import PQueue from 'p-queue';
import { Prisma, PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;
export type Pool = ReturnType<typeof createPool>;
export type Transaction = Prisma.TransactionClient;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Statements = Pick<Awaited<ReturnType<Adapter['startTransaction']>>, 'queryRaw' | 'executeRaw'>;

/** Sends what comes at once one after the other: a transaction has one connection. */
const inTurn = <Target extends Statements>(transaction: Target): Target => {
  const queue = new PQueue({ concurrency: 1 });
  const { queryRaw, executeRaw } = transaction;
  return Object.assign(transaction, {
    queryRaw: (query) => queue.add(() => queryRaw.call(transaction, query)),
    executeRaw: (query) => queue.add(() => executeRaw.call(transaction, query)),
  } satisfies Statements);
};

/** Prisma asks for several relations of a row at once, in transactions too, which pg is about to refuse. */
class SequentialPrismaPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    return Object.assign(adapter, {
      startTransaction: async (...options: Parameters<typeof start>) => inTurn(await start(...options)),
    });
  }
}

/** Disconnecting ends the pool too. */
export const connectDatabase = (pool: Pool): Database =>
  new PrismaClient({ adapter: new SequentialPrismaPg(pool, { disposeExternalPool: true }) });

/**
 * In a crowd of sign-ins, statements of one kind begin at least so far apart, and each serves all who came meanwhile.
 * Otherwise a crowd that is let in one hash at a time has each of them make statements, and commits, of its own.
 */
export const STATEMENTS_APART_MS = 100;

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
