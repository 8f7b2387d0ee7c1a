import type { createPool } from '@qr-attendance/server';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;
export type Transaction = Prisma.TransactionClient;

/** Disconnecting ends the pool too. */
export const connectDatabase = (pool: ReturnType<typeof createPool>): Database =>
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });

/** Whether a write failed because a unique index already holds such a value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
