import { parseJson } from '@qr-attendance/contracts';

/** Sessions recently marked in this browser, as `<user> <session>`, newest last. */
const KEY = 'attendance-marked';
const MAX_SESSIONS = 20;

const read = (storage: Storage): string[] => {
  const stored = parseJson(storage.getItem(KEY));
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
};

interface Mark {
  userId: string;
  sessionId: string;
}

/**
 * Stores which sessions were marked, so that only repeated scans look up the mark. A query per scan would
 * overload the server in a hall of 1,500 students.
 */
export const rememberMarked = ({ userId, sessionId }: Mark, storage = localStorage): void => {
  const entry = `${userId} ${sessionId}`;
  const stored = [...read(storage).filter((one) => one !== entry), entry].slice(-MAX_SESSIONS);
  try {
    storage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Storage is full or disabled. The server returns the existing mark anyway.
  }
};

export const wasMarkedHere = ({ userId, sessionId }: Mark, storage = localStorage): boolean =>
  read(storage).includes(`${userId} ${sessionId}`);
