/** Prefix of every query about sessions, so that a change can refresh them all. */
export const sessionsKey = ['teacher', 'sessions'];
export const sessionKey = (id: string) => [...sessionsKey, 'one', id];
export const rosterKey = (sessionId: string) => ['teacher', 'roster', sessionId];
