/** Prefix of every query about sessions, so that a change can refresh them all. */
export const sessionsKey = ['teacher', 'sessions'];
export const sessionKey = (id: string) => [...sessionsKey, 'one', id];
export const rosterKey = (sessionId: string) => ['teacher', 'roster', sessionId];
/** Prefix of every query about what a teacher should look at, in whichever session. */
export const reviewKey = ['teacher', 'review'];
export const attemptsKey = (sessionId: string) => [...reviewKey, 'attempts', sessionId];
export const refusedKey = (sessionId: string) => [...reviewKey, 'refused', sessionId];
export const markHistoryKey = (markId: string) => [...reviewKey, 'history', markId];
