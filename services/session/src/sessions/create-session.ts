import type { NewSession, SessionPolicy } from '@qr-attendance/contracts';
import type { Caller, IdempotentRequest } from '@qr-attendance/server';
import type { Codes } from '../codes/codes.ts';
import type { Sessions } from './sessions.ts';
import { resolvePolicy } from './rules/policy.ts';
import { classroomOf, type Session } from './rules/session.ts';
import type { FindOwnCourse } from '../projections/find-courses.ts';
import type { IssueCode } from '../codes/issue-code.ts';

interface Deps {
  sessions: Sessions;
  codes: Codes;
  findOwnCourse: FindOwnCourse;
  issueCode: IssueCode;
  institutionPolicy: SessionPolicy;
  newId: () => string;
  clock: () => Date;
}

/** Opens an attendance session for one of the teacher's own courses; a repeat of the request is answered with what it opened. */
export const makeCreateSession =
  ({ sessions, codes, findOwnCourse, issueCode, institutionPolicy, newId, clock }: Deps) =>
  async (teacher: Caller, wanted: NewSession, once?: IdempotentRequest): Promise<Session> => {
    const before = once && (await sessions.findCreated(teacher.id, once));
    if (before) return before;
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
    const created = await sessions.create(session, once);
    if (created.id !== id) await codes.remove(session.currentCode.code);
    return created;
  };
