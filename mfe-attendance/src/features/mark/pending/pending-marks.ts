import { withDatabase } from './database.ts';
import { deliverableUntil, readPending, type Owner, type PendingMark } from './pending-mark.ts';
import { encrypt, decrypt } from './encrypt.ts';

const labelOf = ({ userId, qrCode }: Owner) => `${userId} ${qrCode}`;

/** A browser may have no such storage, or refuse it (private windows, a full disk): marking then goes on without. */
const orElse = async <T>(fallback: T, attempt: () => Promise<T>): Promise<T> => {
  try {
    return await attempt();
  } catch {
    return fallback;
  }
};

/**
 * Marks on their way, kept in IndexedDB so that a reload loses nothing. PIN, selfie and position are among what is kept, so
 * the whole is encrypted under a key of its own that cannot be exported, and key and record go together: once the server
 * has answered, once it would come too late, and once somebody else marks on this phone.
 */
export const pendingMarks = {
  /** @returns whether it is kept now */
  keep: (owner: Owner, mark: PendingMark, now = Date.now()): Promise<boolean> =>
    orElse(false, async () => {
      const expiresAt = deliverableUntil(mark.scan);
      if (expiresAt <= now) return false;
      const sealed = await encrypt(JSON.stringify(mark), labelOf(owner));
      await withDatabase((database) => database.put('marks', { ...owner, expiresAt, ...sealed }));
      return true;
    }),

  /** What is still to be sent; undefined where there is nothing. */
  find: ({ userId, qrCode }: Owner, now = Date.now()): Promise<PendingMark | undefined> =>
    orElse(undefined, async () => {
      await pendingMarks.clearUp(userId, now);
      const row = await withDatabase((database) => database.get('marks', [userId, qrCode]));
      return row && readPending(await decrypt(row, labelOf({ userId, qrCode })));
    }),

  forget: ({ userId, qrCode }: Owner): Promise<void> =>
    orElse(undefined, () => withDatabase((database) => database.delete('marks', [userId, qrCode]))),

  /** Drops what has expired and, where `userId` is signed in, what is somebody else's. */
  clearUp: (userId?: string, now = Date.now()): Promise<void> =>
    orElse(undefined, () =>
      withDatabase(async (database) => {
        const { store, done } = database.transaction('marks', 'readwrite');
        for (const row of await store.getAll())
          if (row.expiresAt <= now || (userId !== undefined && row.userId !== userId))
            void store.delete([row.userId, row.qrCode]);
        await done;
      }),
    ),
};

/** Keeps what is being sent. Does not wait for the storage: one that hangs must not hold a mark up. */
export const keepWhileSending = (owner: Owner, onKept: (kept: boolean) => void) => {
  let keeping: Promise<void> | undefined;
  return {
    keep: (mark: PendingMark): void => {
      keeping = pendingMarks.keep(owner, mark).then((kept) => {
        onKept(kept);
        // Wherever in the app the student is by then.
        if (kept) setTimeout(() => void pendingMarks.clearUp(), deliverableUntil(mark.scan) - Date.now());
      });
    },
    forget: async (): Promise<void> => {
      await keeping;
      await pendingMarks.forget(owner);
    },
  };
};
