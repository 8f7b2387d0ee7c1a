import { type Actor, type Action, can, INSTITUTION, routes, scopeOfUnit } from '@qr-attendance/contracts';
import type { MembershipChanged, SessionChanged, SessionState } from '@qr-attendance/contracts/events';
import { type InternalClient, notFound, requireCan } from '@qr-attendance/server';
import type { Lookups } from './lookups.ts';
import type { Projections } from './projections.ts';

export type Projection = 'session' | 'course' | 'person' | 'enrollment' | 'security';
interface Ids {
  sessionId: string;
  courseId: string;
  studentId: string;
}
export type OwnerClients = Record<'auth' | 'course' | 'session', InternalClient>;
interface Saving extends Projections {
  saveSession: (session: SessionChanged) => Promise<void>;
  saveMembership: (enrollment: MembershipChanged) => Promise<void>;
}

const saveFound = async <Found>(
  found: Found | undefined,
  save: (found: Found) => Promise<unknown>,
): Promise<Found | undefined> => {
  if (found) await save(found);
  return found;
};

export const createOwners = (clients: OwnerClients, save: Saving, lookups: Lookups) => {
  const pendingSessions = new Map<string, Promise<unknown>>();
  const refreshSession = async (id: string) =>
    saveFound(await clients.session.get(routes.session.getSessionInternal, { id }), save.saveSession);
  const refreshers: Record<Projection, (ids: Ids) => Promise<unknown>> = {
    session: ({ sessionId }) => {
      const pending =
        pendingSessions.get(sessionId) ??
        refreshSession(sessionId).finally(() => pendingSessions.delete(sessionId));
      pendingSessions.set(sessionId, pending);
      return pending;
    },
    course: async ({ courseId: id }) => {
      const course = await saveFound(
        await clients.course.get(routes.course.getCourseInternal, { id }),
        save.saveCourse,
      );
      if (course?.unitId === undefined) return;
      const path = await clients.course.get(routes.course.getUnitPathInternal, { id: course.unitId });
      for (const unit of path ?? []) await save.saveUnit(unit);
    },
    enrollment: async ({ courseId: id, studentId }) =>
      saveFound(
        await clients.course.get(routes.course.getEnrollmentInternal, { id, studentId }),
        save.saveMembership,
      ),
    person: async ({ studentId: id }) =>
      saveFound(await clients.auth.get(routes.auth.getUserInternal, { id }), save.savePerson),
    security: async ({ studentId: id }) =>
      saveFound(await clients.auth.get(routes.auth.getStudentSecurityInternal, { id }), save.saveSecurity),
  };
  /** A session that was just opened may not have arrived yet. */
  const findSession = async (id: string): Promise<SessionState | undefined> => {
    return (await lookups.findSession(id)) ?? refreshSession(id);
  };
  /**
   * Requires a role that allows the action. The course service is asked before anybody is refused; while it is
   * unavailable, the last known staff decide.
   *
   * @throws DomainError (forbidden, not_found)
   */
  const requireOnCourse = async (
    courseId: string,
    caller: Actor,
    action: Action,
    what = 'Course',
  ): Promise<void> => {
    const known = await lookups.findScope(courseId);
    if (known && can(caller, action, known, new Date())) return;
    await refreshers.course({ sessionId: '', courseId, studentId: '' }).catch((error: unknown) => {
      if (!known) throw error;
    });
    requireCan(caller, action, await lookups.findScope(courseId), what, new Date());
  };
  return {
    clients,
    /**
     * Fetches the newest state from its owner and saves it like the event would.
     * @throws DomainError (unavailable)
     */
    refresh: async (projection: Projection, ids: Ids): Promise<void> => {
      await refreshers[projection](ids);
    },
    findSession,
    /** @throws DomainError (forbidden, not_found) unless the caller's role in the course allows the action */
    findSessionFor: async (
      id: string,
      caller: Actor,
      action: Action,
      what = 'Session',
    ): Promise<SessionState> => {
      const session = await findSession(id);
      if (!session) throw notFound(what);
      await requireOnCourse(session.courseId, caller, action, what);
      return session;
    },
    requireOnCourse,
    /**
     * Courses in which the caller has a role that allows the action. Those of a unit in which the caller has a
     * role are found only one by one.
     */
    staffedCourseIds: async (caller: Actor, action: Action, wanted?: string): Promise<string[]> => {
      if (wanted !== undefined) {
        const scope = await lookups.findScope(wanted);
        return scope && can(caller, action, scope, new Date()) ? [wanted] : [];
      }
      return (await lookups.listStaffed(caller.id))
        .filter(({ scope }) => can(caller, action, scope, new Date()))
        .map(({ id }) => id);
    },
    /** Courses of the units that the caller may read; undefined for all of the institution. */
    coursesOfUnits: async (caller: Actor): Promise<string[] | undefined> => {
      const now = new Date();
      if (can(caller, 'readUnit', INSTITUTION, now)) return undefined;
      const units = (await lookups.listStaffedUnits(caller.id)).filter(({ staff }) =>
        can(caller, 'readUnit', scopeOfUnit(staff), now),
      );
      return lookups.listCoursesBelow(units.map(({ id }) => id));
    },
    /** Unknown students are fetched from their owners, as long as they are few. */
    findMembers: async (courseId: string, studentIds: string[], maxAsked: number): Promise<Set<string>> => {
      const known = await lookups.knownMembers(courseId, studentIds);
      const unknown = studentIds.filter((id) => !known.has(id));
      if (unknown.length === 0 || unknown.length > maxAsked) return known;
      for (const studentId of unknown) {
        await refreshers.enrollment({ sessionId: '', courseId, studentId });
        await refreshers.person({ sessionId: '', courseId, studentId });
      }
      return lookups.knownMembers(courseId, studentIds);
    },
  };
};
export type Owners = ReturnType<typeof createOwners>;
