import type { Action, Scope } from '@qr-attendance/contracts';
import { type Caller, notFound } from '@qr-attendance/server';
import { type CourseStores, sectionIdsOf } from '../../projections/find-courses.ts';
import type { Course } from '../../projections/projections.ts';
import { courseIdsOf, type Session } from './rules/session.ts';
import type { Sessions } from './sessions.ts';

export const scopeOfSession = (
  session: Pick<Session, 'courseId' | 'sections'>,
  scopes: Map<string, Scope>,
): Scope => ({
  staff: courseIdsOf(session).flatMap((id) => scopes.get(id)?.staff ?? []),
  sectionIds: sectionIdsOf(session.sections),
});

/**
 * Requires a role that allows the action in one of the courses of a session.
 * @returns the known courses of the session, at least one of them with such a role
 * @throws DomainError (forbidden, not_found)
 */
export const requireOnSession = (
  { staffAccess }: Pick<CourseStores, 'staffAccess'>,
  caller: Caller,
  action: Action,
  session: Pick<Session, 'courseId' | 'sections'>,
): Promise<Course[]> =>
  staffAccess.requireOnCourses(caller, action, courseIdsOf(session), {
    what: 'Session',
    sectionIds: sectionIdsOf(session.sections),
  });

export interface SessionAccess extends CourseStores {
  sessions: Sessions;
}

/** @throws DomainError (forbidden, not_found) unless the caller's role in one of its courses allows the action */
export const findSessionFor = async (
  context: SessionAccess,
  caller: Caller,
  action: Action,
  id: string,
): Promise<Session> => {
  const session = await context.sessions.find(id);
  if (!session) throw notFound('Session');
  await requireOnSession(context, caller, action, session);
  return session;
};
