import { type Actor, type Action, INSTITUTION, routes, sectionsFor } from '@qr-attendance/contracts';
import { createStaffAccess, DomainError, type InternalClient, notFound } from '@qr-attendance/server';
import type { createSaveMembership } from '../memberships/memberships.ts';
import type { createSaveSession } from '../sessions/sessions.ts';
import type { Lookups, StaffedCourse } from '../../projections/lookups.ts';
import type { Projections } from '../../projections/projections.ts';
import type { KnownSession, MarkIds, Projection } from '../../projections/rules/known-session.ts';
import { isVisible, type VisibleSections, visibleCondition } from '../../projections/visible.ts';

export type OwnerClients = Record<'auth' | 'course' | 'session', InternalClient>;
interface Writers extends Projections {
  saveSession: ReturnType<typeof createSaveSession>;
  saveMembership: ReturnType<typeof createSaveMembership>;
}

/** Maximum number of unknown students that are fetched from their owners. */
const MAX_FETCHED_STUDENTS = 5;

export type StaffedSession<Allowed extends Action = Action> = KnownSession & {
  allowed: Allowed;
  visible?: VisibleSections | undefined;
};

const saveFound = async <Found>(
  found: Found | undefined,
  save: (found: Found) => Promise<unknown>,
): Promise<Found | undefined> => {
  if (found) await save(found);
  return found;
};

export const createOwners = (clients: OwnerClients, save: Writers, lookups: Lookups) => {
  const clock = () => new Date();
  const staffAccess = createStaffAccess<StaffedCourse>({
    ...lookups,
    saveCourse: save.saveCourse,
    saveUnit: save.saveUnit,
    courseService: clients.course,
    scopeOf: ({ scope }) => scope,
    clock,
  });
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
    course: ({ courseId }) => staffAccess.refreshCourse(courseId),
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
  /** The event about a session that was just opened may not have arrived yet. */
  const findSession = async (id: string): Promise<KnownSession | undefined> => {
    const session = await lookups.findSession(id);
    if (session) return session;
    return (await refreshSession(id)) && lookups.findSession(id);
  };
  /**
   * @returns the sections whose students the caller may see; undefined for all
   * @throws DomainError (forbidden, not_found) without a role that allows the action
   */
  const requireOnCourse = async (
    courseId: string,
    caller: Actor,
    action: Action,
  ): Promise<string[] | undefined> => {
    const { scope } = await staffAccess.requireOnCourse(caller, action, courseId);
    return sectionsFor(caller, action, scope, clock());
  };
  const requireOnSession = async (
    { courseIds, sectionIds }: KnownSession,
    caller: Actor,
    action: Action,
    what: string,
  ): Promise<VisibleSections | undefined> => {
    const courses = await staffAccess.requireOnCourses(caller, action, courseIds, { what, sectionIds });
    const scopes = new Map(courses.map(({ id, scope }) => [id, scope]));
    const covered = courseIds.map((courseId) => ({
      courseId,
      scope: { ...(scopes.get(courseId) ?? INSTITUTION), sectionIds },
    }));
    return visibleCondition(caller, action, covered, clock());
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
     * Fetches the newest state from the owner, and saves it like an event.
     * @throws DomainError (unavailable)
     */
    refresh: async (projection: Projection, ids: MarkIds): Promise<void> => {
      await refreshers[projection](ids);
    },
    findSession,
    findSessionFor,
    /**
     * Finds the session of a record, unless the caller may not see the student's course or section.
     * @throws like `findSessionFor`
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
    staffedCourses: staffAccess.staffedCourses,
    /**
     * Courses of the units that the caller may read; undefined for the whole institution.
     * @throws DomainError `no_unit_role`
     */
    coursesOfUnits: async (caller: Actor): Promise<string[] | undefined> => {
      const units = await staffAccess.readableUnits(caller);
      if (units?.length === 0)
        throw new DomainError('forbidden', 'no_unit_role', 'Only people with a role in a unit see this.');
      return units && lookups.listCoursesBelow(units);
    },
    findMembers: async (courseIds: string[], studentIds: string[]): Promise<Set<string>> => {
      const members = await lookups.knownMembers(courseIds, studentIds);
      const unknown = studentIds.filter((id) => !members.has(id));
      if (unknown.length === 0 || unknown.length > MAX_FETCHED_STUDENTS) return members;
      for (const studentId of unknown) {
        for (const courseId of courseIds) await refreshers.enrollment({ sessionId: '', courseId, studentId });
        await refreshers.person({ sessionId: '', courseId: '', studentId });
      }
      return lookups.knownMembers(courseIds, studentIds);
    },
  };
};
export type Owners = ReturnType<typeof createOwners>;
