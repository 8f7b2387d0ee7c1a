import type { NewSession, SessionPolicy } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/service-kit';
import type { Sessions } from '../data/sessions.ts';
import { resolvePolicy } from '../domain/policy.ts';
import { classroomOf, type Session } from '../domain/session.ts';
import type { FindOwnCourse } from './find-courses.ts';
import type { IssueCode } from './issue-code.ts';

interface Deps {
  sessions: Sessions;
  findOwnCourse: FindOwnCourse;
  issueCode: IssueCode;
  institutionPolicy: SessionPolicy;
  newId: () => string;
  clock: () => Date;
}

/** Opens an attendance session for one of the teacher's own courses. */
export const makeCreateSession =
  ({ sessions, findOwnCourse, issueCode, institutionPolicy, newId, clock }: Deps) =>
  async (teacher: Caller, wanted: NewSession): Promise<Session> => {
    const course = await findOwnCourse(teacher, wanted.courseId);
    const id = newId();
    const session: Session = {
      id,
      courseId: course.id,
      teacherId: teacher.id,
      date: wanted.date,
      startTime: new Date(wanted.startTime),
      ...(wanted.endTime ? { endTime: new Date(wanted.endTime) } : {}),
      active: true,
      location: classroomOf(wanted),
      lateAfterMinutes: wanted.lateAfterMinutes,
      policy: resolvePolicy(institutionPolicy, course.sessionDefaults, wanted.policy),
      refreshInterval: wanted.refreshInterval,
      currentCode: await issueCode(id, wanted.refreshInterval, clock()),
      version: 1,
    };
    await sessions.create(session);
    return session;
  };
