import type { Caller } from '@qr-attendance/server';
import type { Enrollments } from '../projections/projections.ts';
import type { Sessions } from './sessions.ts';
import type { Session, SessionPosition } from './rules/session.ts';

interface Deps {
  sessions: Sessions;
  enrollments: Enrollments;
  clock: () => Date;
}
export interface SessionsWanted {
  courseId?: string;
  active?: boolean;
  limit: number;
  after?: SessionPosition;
}

/** Lists a teacher's own sessions, or those of the courses a student is enrolled in; newest first. */
export const makeListSessions =
  ({ sessions, enrollments, clock }: Deps) =>
  async (caller: Caller, { courseId, active, limit, after }: SessionsWanted): Promise<Session[]> => {
    const now = clock();
    const isWanted = (id: string) => courseId === undefined || id === courseId;
    if (caller.userType === 'TEACHER') {
      const courseIds = courseId === undefined ? undefined : [courseId];
      return sessions.list({ teacherId: caller.id, courseIds, active, now }, limit, after);
    }
    const courseIds = (await enrollments.courseIdsOf(caller.id)).filter(isWanted);
    return sessions.list({ courseIds, active, now }, limit, after);
  };
