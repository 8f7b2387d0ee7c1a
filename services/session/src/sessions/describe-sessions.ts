import type { Session as SessionAnswer } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { Marks } from '../projections/projections.ts';
import { presentToStudent, presentToTeacher } from './rules/present.ts';
import type { Session } from './rules/session.ts';
import type { FindCourses } from '../projections/find-courses.ts';
import type { FindNames } from '../projections/find-names.ts';

interface Deps {
  findCourses: FindCourses;
  findNames: FindNames;
  marks: Marks;
  clock: () => Date;
}
export const UNKNOWN_NAME = 'Unknown';

/** Describes sessions to a caller: codes and the room's place are for the session's own teacher alone. */
export const makeDescribeSessions =
  ({ findCourses, findNames, marks, clock }: Deps) =>
  async (caller: Caller, sessions: Session[]): Promise<SessionAnswer[]> => {
    const [courses, names, counts] = await Promise.all([
      findCourses(sessions.map(({ courseId }) => courseId)),
      findNames(sessions.map(({ teacherId }) => teacherId)),
      marks.countsOf(sessions.map(({ id }) => id)),
    ]);
    const now = clock();
    return sessions.map((session) => {
      // The contract's way to say that a course is not known at the moment.
      const course = courses.get(session.courseId) ?? { id: session.courseId, name: '', code: '' };
      const isOwn = session.teacherId === caller.id;
      const surroundings = {
        course,
        teacherName: names.get(session.teacherId) ?? (isOwn ? caller.name : UNKNOWN_NAME),
        attendanceCount: counts.get(session.id) ?? 0,
      };
      return (isOwn ? presentToTeacher : presentToStudent)(session, surroundings, now);
    });
  };
export type DescribeSessions = ReturnType<typeof makeDescribeSessions>;
