import { deleteDB } from 'idb';

export const PENDING_MARKS_DATABASE = 'attendance-pending';

export const deletePendingMarks = async (): Promise<void> => {
  try {
    await deleteDB(PENDING_MARKS_DATABASE);
  } catch {
    // The marks stay encrypted, and the marking page deletes them when it opens the next time.
  }
};
