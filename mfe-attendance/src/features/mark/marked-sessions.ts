/** Which sessions this browser marked lately, as `<user> <session>`, the newest last. */
const KEY = 'attendance-marked';
/** A day's classes and more. */
const MOST = 20;

const read = (storage: Storage): string[] => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

interface Mark {
  userId: string;
  sessionId: string;
}

/**
 * Notes a mark that was answered, so that who scans once more is told of it at once. What the mark is by then the server
 * says: asking it about every scan would cost a hall of 1,500 a request each.
 */
export const noteMarked = ({ userId, sessionId }: Mark, storage = localStorage): void => {
  const entry = `${userId} ${sessionId}`;
  const kept = [...read(storage).filter((one) => one !== entry), entry].slice(-MOST);
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full, or not allowed: a repeated mark is answered with the one that is there all the same.
  }
};

export const wasMarkedHere = ({ userId, sessionId }: Mark, storage = localStorage): boolean =>
  read(storage).includes(`${userId} ${sessionId}`);
