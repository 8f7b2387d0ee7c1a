import { deleteDB } from 'idb';

/** The database in which the marking page keeps encrypted marks that the server has not answered yet. */
export const PENDING_MARKS_DATABASE = 'attendance-pending';

/** Deletes all pending marks after a sign-out. A browser without IndexedDB has none. */
export const forgetPendingMarks = async (): Promise<void> => {
  try {
    await deleteDB(PENDING_MARKS_DATABASE);
  } catch {
    // They are encrypted, and the marking page deletes them when it is opened next.
  }
};
