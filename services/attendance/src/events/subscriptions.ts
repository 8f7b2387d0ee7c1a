import {
  courseChanged,
  enrollmentChanged,
  securityChanged,
  sessionChanged,
  userChanged,
} from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Suspensions } from '@qr-attendance/server';
import { recordAbsences } from '../absences/absences.ts';
import type { Context } from '../context.ts';
import { followSession } from '../sessions/follow-session.ts';

/** The name under which this service takes part in the bus. */
export const GROUP = 'attendance';

type Learning = Pick<
  Context,
  | 'absences'
  | 'campusTimeZone'
  | 'personalData'
  | 'projections'
  | 'sessionMarks'
  | 'sessions'
  | 'wakeRelay'
  | 'writeMarks'
> & { suspensions: Pick<Suspensions, 'refreshFor'> };

/** Everything this service listens to. */
export const makeSubscriptions = (context: Learning): Subscription[] => {
  const { personalData, projections, suspensions } = context;
  return [
    on(userChanged, async (person) => {
      await projections.savePerson(person);
      await suspensions.refreshFor(person);
      if (person.erased) await personalData.erase(person.id);
    }),
    on(securityChanged, projections.saveSecurity),
    on(courseChanged, projections.saveCourse),
    on(enrollmentChanged, async (enrollment) => {
      await projections.saveEnrollment(enrollment);
      // The end of a session may have overtaken an enrollment that came before it.
      const { courseId, enrolledAt } = enrollment;
      const sessionIds = enrollment.active ? await projections.findEndedSessions(courseId, enrolledAt) : [];
      for (const sessionId of sessionIds) await recordAbsences(context, sessionId);
    }),
    on(sessionChanged, async (session) => {
      await projections.saveSession(session);
      await followSession(context, session.id);
    }),
  ];
};
