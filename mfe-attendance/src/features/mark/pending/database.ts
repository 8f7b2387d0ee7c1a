import { PENDING_MARKS_DATABASE } from '@qr-attendance/web-kit';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Owner } from './pending-mark.ts';
import type { Encrypted } from './encrypt.ts';

/** Outside the seal only what clearing up must know. */
export interface Row extends Owner, Encrypted {
  /** In ms since the epoch. */
  expiresAt: number;
}
interface Schema extends DBSchema {
  marks: { key: [userId: string, qrCode: string]; value: Row };
}
type Database = IDBPDatabase<Schema>;

const open = (): Promise<Database> =>
  openDB<Schema>(PENDING_MARKS_DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore('marks', { keyPath: ['userId', 'qrCode'] });
    },
  });

/** Opened for each use, which is rare, so that no tab ever holds another up. */
export const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
};
