import {
  type Actor,
  type Action,
  can,
  INSTITUTION,
  routes,
  scopeOfUnit,
  sectionsFor,
  staffedCourses,
  type StaffedCourses,
} from '@qr-attendance/contracts';
import type { MembershipChanged, SessionChanged } from '@qr-attendance/contracts/events';
import { DomainError, type InternalClient, notFound, requireCan } from '@qr-attendance/server';
import type { Lookups } from './lookups.ts';
import type { Projections } from './projections.ts';
import type { KnownSession, MarkIds, Projection } from './rules/known-session.ts';
import { type CoveredCourse, isVisible, type Visible, visibleIn } from './visible.ts';

export type OwnerClients = Record<'auth' | 'course' | 'session', InternalClient>;
interface Saving extends Projections {
  saveSession: (session: SessionChanged) => Promise<void>;
  saveMembership: (enrollment: MembershipChanged) => Promise<void>;
}

/** At most this many unknown students are fetched from their owners. */
const MAX_ASKED = 5;

/** A session as its staff see it. */
export type StaffedSession<Allowed extends Action = Action> = KnownSession & {
  /** The action that it was found for. */
  allowed: Allowed;
  /** Only these students may be shown and changed; all if missing. */
  visible?: Visible | undefined;
};

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
  const refreshers: Record<Projection, (ids: MarkIds) => Promise<unknown>> = {
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
  /** While the course service is unavailable, the last known staff decide. */
  const refreshCourse = (courseId: string, isKnown: boolean): Promise<unknown> =>
    refreshers.course({ sessionId: '', courseId, studentId: '' }).catch((error: unknown) => {
      if (!isKnown) throw error;
    });
  /** A session that was just opened may not have arrived yet. */
  const findSession = async (id: string): Promise<KnownSession | undefined> => {
    const known = await lookups.findSession(id);
    if (known) return known;
    return (await refreshSession(id)) && lookups.findSession(id);
  };
  /**
   * Requires a role that allows the action. The course service is asked before anybody is refused.
   *
   * @returns the sections whose students alone may be shown; undefined for all
   * @throws DomainError (forbidden, not_found)
   */
  const requireOnCourse = async (
    courseId: string,
    caller: Actor,
    action: Action,
  ): Promise<string[] | undefined> => {
    const known = await lookups.findScope(courseId);
    if (known && can(caller, action, known, new Date()))
      return sectionsFor(caller, action, known, new Date());
    await refreshCourse(courseId, known !== undefined);
    const found = await lookups.findScope(courseId);
    requireCan(caller, action, found, 'Course', new Date());
    return found && sectionsFor(caller, action, found, new Date());
  };
  const coveredCourses = async ({ id }: KnownSession): Promise<CoveredCourse[]> =>
    (await lookups.findScopesOfSessions([id])).get(id) ?? [];
  /** The same for a session: a role in one of its courses is enough. */
  const requireOnSession = async (
    session: KnownSession,
    caller: Actor,
    action: Action,
    what: string,
  ): Promise<Visible | undefined> => {
    const isAllowed = ({ scope }: CoveredCourse) => can(caller, action, scope, new Date());
    const known = await coveredCourses(session);
    if (known.some(isAllowed)) return visibleIn(caller, action, known, new Date());
    const isKnown = (await lookups.findScope(session.courseId)) !== undefined;
    for (const courseId of session.courseIds) await refreshCourse(courseId, isKnown);
    const found = await coveredCourses(session);
    const scope = found.find(isAllowed)?.scope ?? (await lookups.findScope(session.courseId));
    requireCan(caller, action, scope && { ...scope, sectionIds: session.sectionIds }, what, new Date());
    return visibleIn(caller, action, found, new Date());
  };
  /** @throws DomainError (forbidden, not_found) unless the caller's role in one of its courses allows the action */
  const findSessionFor = async <Allowed extends Action>(
    id: string,
    caller: Actor,
    action: Allowed,
    what = 'Session',
  ): Promise<StaffedSession<Allowed>> => {
    const session = await findSession(id);
    if (!session) throw notFound(what);
    return { ...session, allowed: action, visible: await requireOnSession(session, caller, action, what) };
  };
  return {
    clients,
    /**
     * Fetches the newest state from its owner and saves it like the event would.
     * @throws DomainError (unavailable)
     */
    refresh: async (projection: Projection, ids: MarkIds): Promise<void> => {
      await refreshers[projection](ids);
    },
    findSession,
    findSessionFor,
    /**
     * The session of a record. A student of a course or section that the caller does not see is not found.
     * @throws as `findSessionFor` does
     */
    findSessionOfRecord: async <Allowed extends Action>(
      { sessionId, studentId }: { sessionId: string; studentId: string },
      caller: Actor,
      action: Allowed,
      what = 'Session',
    ): Promise<StaffedSession<Allowed>> => {
      const session = await findSessionFor(sessionId, caller, action, what);
      if (!session.visible) return session;
      const group = (await lookups.groupsIn(sessionId, [studentId])).get(studentId);
      if (!group || !isVisible(session.visible, group)) throw notFound(what);
      return session;
    },
    groupsIn: lookups.groupsIn,
    requireOnCourse,
    /**
     * Courses in which the caller has a role that allows the action. Those of a unit in which the caller has a
     * role are found only one by one.
     */
    staffedCourses: async (caller: Actor, action: Action, wanted?: string): Promise<StaffedCourses> => {
      const scope = wanted === undefined ? undefined : await lookups.findScope(wanted);
      const one = wanted !== undefined && scope ? [{ id: wanted, scope }] : [];
      const courses = wanted === undefined ? await lookups.listStaffed(caller.id) : one;
      return staffedCourses(caller, action, courses, new Date());
    },
    /**
     * Courses of the units that the caller may read; undefined for all of the institution.
     * @throws DomainError `no_unit_role`
     */
    coursesOfUnits: async (caller: Actor): Promise<string[] | undefined> => {
      const now = new Date();
      if (can(caller, 'readUnit', INSTITUTION, now)) return undefined;
      const units = (await lookups.listStaffedUnits(caller.id)).filter(({ staff }) =>
        can(caller, 'readUnit', scopeOfUnit(staff), now),
      );
      if (units.length === 0)
        throw new DomainError('forbidden', 'no_unit_role', 'Only people with a role in a unit see this.');
      return lookups.listCoursesBelow(units.map(({ id }) => id));
    },
    /** Unknown students are fetched from their owners, as long as they are few. */
    findMembers: async (courseIds: string[], studentIds: string[]): Promise<Set<string>> => {
      const known = await lookups.knownMembers(courseIds, studentIds);
      const unknown = studentIds.filter((id) => !known.has(id));
      if (unknown.length === 0 || unknown.length > MAX_ASKED) return known;
      for (const studentId of unknown) {
        for (const courseId of courseIds) await refreshers.enrollment({ sessionId: '', courseId, studentId });
        await refreshers.person({ sessionId: '', courseId: '', studentId });
      }
      return lookups.knownMembers(courseIds, studentIds);
    },
  };
};
export type Owners = ReturnType<typeof createOwners>;
