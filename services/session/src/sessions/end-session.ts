import type { Caller } from '@qr-attendance/server';
import type { Codes } from '../codes/codes.ts';
import type { Sessions } from './sessions.ts';
import { toEnded, type Session } from './rules/session.ts';
import type { FindOwnSession } from './find-own-session.ts';

/**
 * Ends an active session: nothing reactivates it, and its codes die with it. Of any number of simultaneous tries one
 * writes, and all see what it wrote.
 */
export const makeEnd =
  ({ sessions, codes }: { sessions: Sessions; codes: Codes }) =>
  async (session: Session, now: Date): Promise<Session> => {
    const ended = toEnded(session, now);
    if (!(await sessions.saveEnded(ended))) return (await sessions.find(session.id)) ?? ended;
    await codes.removeAllOf(session.id);
    return ended;
  };
export type End = ReturnType<typeof makeEnd>;

/** Ends a session by hand, on the server's clock; a repeat changes nothing. */
export const makeEndSession =
  ({ findOwnSession, end, clock }: { findOwnSession: FindOwnSession; end: End; clock: () => Date }) =>
  async (teacher: Caller, id: string): Promise<Session> => {
    const session = await findOwnSession(teacher, id);
    return session.active ? end(session, clock()) : session;
  };
