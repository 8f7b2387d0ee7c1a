import { type Caller, notFound } from '@qr-attendance/server';
import type { Sessions } from './sessions.ts';
import type { Session } from './rules/session.ts';

/** Finds a session of the teacher's own. @throws DomainError (not found) for another's, as for one that is not there */
export const makeFindOwnSession =
  ({ sessions }: { sessions: Sessions }) =>
  async (teacher: Caller, id: string): Promise<Session> => {
    const session = await sessions.find(id);
    if (session?.teacherId !== teacher.id) throw notFound('Session');
    return session;
  };
export type FindOwnSession = ReturnType<typeof makeFindOwnSession>;
