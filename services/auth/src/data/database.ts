import { poolSettings } from '@qr-attendance/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;
export type Transaction = Prisma.TransactionClient;

export const connectDatabase = (url: string, max?: number): Database =>
  new PrismaClient({ adapter: new PrismaPg(poolSettings(url, { name: 'auth', max })) });

/** Whether a write failed because a unique index already holds such a value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
