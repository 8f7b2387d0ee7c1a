import { routes } from '@qr-attendance/contracts';
import type { MembershipChanged, SessionChanged, SessionState } from '@qr-attendance/contracts/events';
import { type InternalClient, notFound } from '@qr-attendance/server';
import type { Lookups } from './lookups.ts';
import type { Projections } from './projections.ts';

/** A projection that a refusal rests on; its owner is asked once before the refusal is final. */
export type Projection = 'session' | 'course' | 'person' | 'enrollment' | 'security';
interface Ids {
  sessionId: string;
  courseId: string;
  studentId: string;
}
/** Services that own what is known here as a projection. */
export type OwnerClients = Record<'auth' | 'course' | 'session', InternalClient>;
interface Saving extends Projections {
  saveSession: (session: SessionChanged) => Promise<void>;
  saveMembership: (enrollment: MembershipChanged) => Promise<void>;
}

/** What is known here of other services' data, after asking them where nothing is known yet. */
export const createOwners = (clients: OwnerClients, save: Saving, lookups: Lookups) => {
  /** Requests for a session's newest state that are under way, by its id: a whole hall shares one. */
  const pendingSessions = new Map<string, Promise<void>>();
  const refreshSession = async (id: string): Promise<void> => {
    const found = await clients.session.get(routes.session.getSessionInternal, { id });
    if (found) await save.saveSession(found);
  };
  const refreshers: Record<Projection, (ids: Ids) => Promise<void>> = {
    session: ({ sessionId }) => {
      const pending =
        pendingSessions.get(sessionId) ??
        refreshSession(sessionId).finally(() => pendingSessions.delete(sessionId));
      pendingSessions.set(sessionId, pending);
      return pending;
    },
    course: async ({ courseId }) => {
      const found = await clients.course.get(routes.course.getCourseInternal, { id: courseId });
      if (found) await save.saveCourse(found);
    },
    enrollment: async ({ courseId, studentId }) => {
      const found = await clients.course.get(routes.course.getEnrollmentInternal, {
        id: courseId,
        studentId,
      });
      if (found) await save.saveMembership(found);
    },
    person: async ({ studentId }) => {
      const found = await clients.auth.get(routes.auth.getUserInternal, { id: studentId });
      if (found) await save.savePerson(found);
    },
    security: async ({ studentId }) => {
      const found = await clients.auth.get(routes.auth.getStudentSecurityInternal, { id: studentId });
      if (found) await save.saveSecurity(found);
    },
  };
  /** A session; one that was just opened may not have arrived yet. */
  const findSession = async (id: string): Promise<SessionState | undefined> => {
    const known = await lookups.findSession(id);
    if (known) return known;
    const found = await clients.session.get(routes.session.getSessionInternal, { id });
    if (found) await save.saveSession(found);
    return found;
  };
  return {
    clients,
    /**
     * Fetches the newest state from the service that owns it and keeps it, as the event on its way would.
     * @throws DomainError (unavailable) when the owner does not answer
     */
    refresh: (projection: Projection, ids: Ids): Promise<void> => refreshers[projection](ids),
    findSession,
    /** A teacher's own session, canceled or not. @throws DomainError (not_found) */
    findSessionOf: async (id: string, teacherId: string): Promise<SessionState> => {
      const session = await findSession(id);
      if (session?.teacherId !== teacherId) throw notFound('Session');
      return session;
    },
    /** Requires a teacher's own course; one that was just created may not have arrived yet. @throws DomainError (not_found) */
    requireCourseOf: async (courseId: string, teacherId: string): Promise<void> => {
      const known = await lookups.findTeacher(courseId);
      if (known === teacherId) return;
      const found =
        known === undefined
          ? await clients.course.get(routes.course.getCourseInternal, { id: courseId })
          : undefined;
      if (found) await save.saveCourse(found);
      if (found?.teacherId !== teacherId) throw notFound('Course');
    },
    /**
     * Which of these students are enrolled in a course and known by name. Those whom nothing is known of are asked for, as long
     * as they are few.
     */
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
