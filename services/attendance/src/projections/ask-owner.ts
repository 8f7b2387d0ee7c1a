import { routes } from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import type { Projections } from './projections.ts';
import type { Projection } from '../marking/rules/judge-mark.ts';
import type { MarkIds } from '../marking/rules/mark.ts';

interface Deps {
  auth: InternalClient;
  course: InternalClient;
  session: InternalClient;
  projections: Projections;
}

/**
 * Asks the service that owns a fact for its newest state and keeps it, as the event on its way would.
 * @throws DomainError (unavailable) when the owner does not answer
 */
export const makeAskOwner = ({ auth, course, session, projections }: Deps) => {
  const ask: Record<Projection, (ids: MarkIds) => Promise<void>> = {
    session: async ({ sessionId }) => {
      const found = await session.get(routes.session.getSessionInternal, { id: sessionId });
      if (found) await projections.saveSession(found);
    },
    course: async ({ courseId }) => {
      const found = await course.get(routes.course.getCourseInternal, { id: courseId });
      if (found) await projections.saveCourse(found);
    },
    enrollment: async ({ courseId, studentId }) => {
      const params = { id: courseId, studentId };
      const found = await course.get(routes.course.getEnrollmentInternal, params);
      if (found) await projections.saveEnrollment(found);
    },
    person: async ({ studentId }) => {
      const found = await auth.get(routes.auth.getUserInternal, { id: studentId });
      if (found) await projections.savePerson(found);
    },
    security: async ({ studentId }) => {
      const found = await auth.get(routes.auth.getStudentSecurityInternal, { id: studentId });
      if (found) await projections.saveSecurity(found);
    },
  };
  return (projection: Projection, ids: MarkIds): Promise<void> => ask[projection](ids);
};
export type AskOwner = ReturnType<typeof makeAskOwner>;
