import { routes } from '@qr-attendance/contracts';
import type { MembershipChanged, SessionChanged, SessionState } from '@qr-attendance/contracts/events';
import { type InternalClient, notFound } from '@qr-attendance/server';
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
    course: async ({ courseId: id }) =>
      saveFound(await clients.course.get(routes.course.getCourseInternal, { id }), save.saveCourse),
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
    findSessionOf: async (id: string, teacherId: string): Promise<SessionState> => {
      const session = await findSession(id);
      if (session?.teacherId !== teacherId) throw notFound('Session');
      return session;
    },
    /**
     * A course that was just created may not have arrived yet.
     * @throws DomainError (not_found)
     */
    requireCourseOf: async (courseId: string, teacherId: string): Promise<void> => {
      const ids = { sessionId: '', courseId, studentId: '' };
      if ((await lookups.findTeacher(courseId)) === undefined) await refreshers.course(ids);
      if ((await lookups.findTeacher(courseId)) !== teacherId) throw notFound('Course');
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
