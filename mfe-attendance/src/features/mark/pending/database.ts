import { PENDING_MARKS_DATABASE, withStorageTimeout } from '@qr-attendance/web-kit';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { MarkOwner } from './pending-mark.ts';
import type { EncryptedText } from './encrypt.ts';

/** Only the fields for the cleanup are unencrypted. */
export interface PendingMarkRow extends MarkOwner, EncryptedText {
  expiresAt: number;
}
interface Schema extends DBSchema {
  marks: { key: [userId: string, qrCode: string]; value: PendingMarkRow };
}
export type Database = IDBPDatabase<Schema>;

const open = (): Promise<Database> =>
  openDB<Schema>(PENDING_MARKS_DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore('marks', { keyPath: ['userId', 'qrCode'] });
    },
  });

const openFor = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
};

/**
 * Opens the database only while `work` runs, so that no tab blocks another. Rejects if the browser's storage
 * hangs.
 */
export const withDatabase = <T>(work: (database: Database) => Promise<T>): Promise<T> =>
  withStorageTimeout(openFor(work));
