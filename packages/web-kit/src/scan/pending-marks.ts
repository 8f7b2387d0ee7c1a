import { deleteDB } from 'idb';

/** The database in which the marking page keeps encrypted marks that the server has not answered yet. */
export const PENDING_MARKS_DATABASE = 'attendance-pending';

/** Drops all marks on their way: whoever made them has signed out. A browser without such storage has none to drop. */
export const forgetPendingMarks = async (): Promise<void> => {
  try {
    await deleteDB(PENDING_MARKS_DATABASE);
  } catch {
    // Sealed, and dropped by the marking page as soon as anybody opens it.
  }
};
