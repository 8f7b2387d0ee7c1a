import { withDatabase, type Database } from './database.ts';
import { deliverableUntil, readPending, type MarkOwner, type PendingMark } from './pending-mark.ts';
import { encrypt, decrypt } from './encrypt.ts';

const labelOf = ({ userId, qrCode }: MarkOwner) => `${userId} ${qrCode}`;

/** Storage may be missing or fail (private windows, a full disk); marking then works without it. */
const orElse = async <T>(fallback: T, attempt: () => Promise<T>): Promise<T> => {
  try {
    return await attempt();
  } catch {
    return fallback;
  }
};

const deleteOutdated = async (database: Database, userId: string | undefined, now: number): Promise<void> => {
  const { store, done } = database.transaction('marks', 'readwrite');
  for (const row of await store.getAll())
    if (row.expiresAt <= now || (userId !== undefined && row.userId !== userId))
      void store.delete([row.userId, row.qrCode]);
  await done;
};

/**
 * Pending marks in IndexedDB, so that a reload loses nothing. They contain the PIN, selfie and location, so
 * each is encrypted with a separate non-extractable key. Key and data are deleted together: after the
 * server's answer, when delivery would be too late, and when another user marks on this phone.
 */
export const pendingMarks = {
  /** Resolves to whether the mark is stored. */
  keep: (owner: MarkOwner, mark: PendingMark, now = Date.now()): Promise<boolean> =>
    orElse(false, async () => {
      const expiresAt = deliverableUntil(mark.scan);
      if (expiresAt <= now) return false;
      const sealed = await encrypt(JSON.stringify(mark), labelOf(owner));
      await withDatabase((database) => database.put('marks', { ...owner, expiresAt, ...sealed }));
      return true;
    }),

  find: ({ userId, qrCode }: MarkOwner, now = Date.now()): Promise<PendingMark | undefined> =>
    orElse(undefined, async () => {
      const row = await withDatabase(async (database) => {
        await deleteOutdated(database, userId, now);
        return database.get('marks', [userId, qrCode]);
      });
      return row && readPending(await decrypt(row, labelOf({ userId, qrCode })));
    }),

  forget: ({ userId, qrCode }: MarkOwner): Promise<void> =>
    orElse(undefined, () => withDatabase((database) => database.delete('marks', [userId, qrCode]))),

  /** Deletes expired marks and, if `userId` is given, those of other users. */
  clearUp: (userId?: string, now = Date.now()): Promise<void> =>
    orElse(undefined, () => withDatabase((database) => deleteOutdated(database, userId, now))),
};

/** Stores marks in the background, because slow storage must not delay sending. */
export const createPendingMarkStore = (owner: MarkOwner, onKept: (isStored: boolean) => void) => {
  let keeping: Promise<void> | undefined;
  return {
    keep: (mark: PendingMark): void => {
      keeping = pendingMarks.keep(owner, mark).then((isStored) => {
        onKept(isStored);
        // Runs even if the student is on another page.
        if (isStored) setTimeout(() => void pendingMarks.clearUp(), deliverableUntil(mark.scan) - Date.now());
      });
    },
    forget: async (): Promise<void> => {
      await keeping;
      await pendingMarks.forget(owner);
    },
  };
};
