import {
  can,
  DEFAULT_LATE_AFTER_MINUTES,
  type NewSession,
  scopeOfCourse,
  type SessionDefaults,
  type SessionPolicy,
} from '@qr-attendance/contracts';
import type { Caller, IdempotentRequest } from '@qr-attendance/server';
import { withFloor, type Institution } from '../../core/institution/institution.ts';
import { assembleSession, type AssembleDeps } from '../../core/sessions/assemble-session.ts';
import { scopeOfSession } from '../../core/sessions/find-session-for.ts';
import type { CourseStores } from '../../projections/find-courses.ts';
import {
  courseIdsOf,
  isOpen,
  sessionDefaultsOf,
  resolvePolicy,
  type Session,
} from '../../core/sessions/rules/session.ts';
import { toCreated } from '../../core/sessions/rules/transitions.ts';
import { requireCoverage, requireOpenCourse } from '../../core/sessions/require-coverage.ts';
import { newSessionId, type Sessions } from '../../core/sessions/sessions.ts';
import type { Courses } from '../../projections/projections.ts';
import type { CurrentCodes } from '../../core/codes/current-codes.ts';

interface DefaultsStores extends CourseStores {
  institution: Institution;
  institutionPolicy: SessionPolicy;
  clock: () => Date;
}
interface CreateSessionDeps extends DefaultsStores, AssembleDeps {
  sessions: Sessions;
  currentCodes: CurrentCodes;
  opensBeforeMinutes: number;
}

export const mayShowCode = async (
  { courses, clock }: { courses: Courses; clock: () => Date },
  caller: Caller,
  session: Pick<Session, 'courseId' | 'sections'>,
): Promise<boolean> => {
  const known = await courses.findAll(courseIdsOf(session));
  const scope = scopeOfSession(session, new Map(known.map((one) => [one.id, scopeOfCourse(one)])));
  return can(caller, 'showCode', scope, clock());
};

export const createSession = async (
  context: CreateSessionDeps,
  teacher: Caller,
  wanted: NewSession,
  once?: IdempotentRequest,
): Promise<Session> => {
  const { sessions, clock } = context;
  const before = once && (await sessions.findCreated(teacher.id, once));
  if (before) return before;
  const course = await context.staffAccess.requireOnNewestCourse(teacher, 'manageSessions', wanted.courseId);
  requireOpenCourse(course);
  await requireCoverage(context, teacher, course.id, wanted.sections ?? []);
  const assembled = await assembleSession(context, newSessionId(), course, teacher.id, wanted);
  const now = clock();
  // For callers who may show it, the answer contains the code, which the page shows at once if the session is
  // open.
  const isShown =
    isOpen(assembled, now, context.opensBeforeMinutes) && (await mayShowCode(context, teacher, assembled));
  const shown = isShown ? { codeShownAt: now, codeLastShownAt: now } : {};
  const session = toCreated({ ...assembled, ...shown }, { by: teacher.id, at: now });
  const created = await sessions.create(session, once);
  context.currentCodes.track(created, now);
  return created;
};

export const getSessionDefaults = async (
  context: DefaultsStores,
  teacher: Caller,
  courseId: string,
): Promise<SessionDefaults> => {
  const { sessionDefaults } = await context.staffAccess.requireOnNewestCourse(
    teacher,
    'manageSessions',
    courseId,
  );
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, ...policy } = sessionDefaultsOf(sessionDefaults);
  const { floor } = await context.institution.read();
  return { ...withFloor(resolvePolicy(context.institutionPolicy, policy), floor), floor, lateAfterMinutes };
};
