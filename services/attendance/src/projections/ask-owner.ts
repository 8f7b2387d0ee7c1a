import { routes } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { Context } from '../context.ts';
import type { Projection } from '../marking/rules/judge-mark.ts';
import type { MarkIds } from '../marking/rules/mark.ts';

type Needs = Pick<Context, 'owners' | 'projections'>;

const ask: Record<Projection, (needs: Needs, ids: MarkIds) => Promise<void>> = {
  session: async ({ owners, projections }, { sessionId }) => {
    const refresh = async () => {
      const found = await owners.session.get(routes.session.getSessionInternal, { id: sessionId });
      if (found) await projections.saveSession(found);
    };
    const { pendingSessions } = owners;
    const pending =
      pendingSessions.get(sessionId) ?? refresh().finally(() => pendingSessions.delete(sessionId));
    pendingSessions.set(sessionId, pending);
    await pending;
  },
  course: async ({ owners, projections }, { courseId }) => {
    const found = await owners.course.get(routes.course.getCourseInternal, { id: courseId });
    if (found) await projections.saveCourse(found);
  },
  enrollment: async ({ owners, projections }, { courseId, studentId }) => {
    const params = { id: courseId, studentId };
    const found = await owners.course.get(routes.course.getEnrollmentInternal, params);
    if (found) await projections.saveEnrollment(found);
  },
  person: async ({ owners, projections }, { studentId }) => {
    const found = await owners.auth.get(routes.auth.getUserInternal, { id: studentId });
    if (found) await projections.savePerson(found);
  },
  security: async ({ owners, projections }, { studentId }) => {
    const found = await owners.auth.get(routes.auth.getStudentSecurityInternal, { id: studentId });
    if (found) await projections.saveSecurity(found);
  },
};

/**
 * Asks the service that owns a fact for its newest state and keeps it, as the event on its way would.
 * @throws DomainError (unavailable) when the owner does not answer
 */
export const askOwner = (context: Needs, projection: Projection, ids: MarkIds): Promise<void> =>
  ask[projection](context, ids);

/** A session as known here; one just opened may not have arrived yet, so its owner is asked. */
export const findSession = async (
  { sessions, owners, projections }: Needs & Pick<Context, 'sessions'>,
  id: string,
): Promise<SessionChanged | undefined> => {
  const known = await sessions.find(id);
  if (known) return known;
  const found = await owners.session.get(routes.session.getSessionInternal, { id });
  if (found) await projections.saveSession(found);
  return found;
};

/** Whose course it is; one just made may not have arrived yet, so its owner is asked. */
export const findTeacher = async (
  { courses, owners, projections }: Needs & Pick<Context, 'courses'>,
  courseId: string,
): Promise<string | undefined> => {
  const known = await courses.findTeacher(courseId);
  if (known) return known;
  const found = await owners.course.get(routes.course.getCourseInternal, { id: courseId });
  if (found) await projections.saveCourse(found);
  return found?.teacherId;
};
