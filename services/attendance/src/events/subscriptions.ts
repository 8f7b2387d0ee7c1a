import {
  courseChanged,
  enrollmentChanged,
  securityChanged,
  sessionChanged,
  userChanged,
} from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Suspensions } from '@qr-attendance/server';
import type { ErasePerson } from '../privacy/personal-data.ts';
import type { Projections } from '../projections/projections.ts';
import type { RecordAbsences } from '../absences/record-absences.ts';

export const makeSubscriptions = ({
  projections,
  recordAbsences,
  erasePerson,
  suspensions,
}: {
  projections: Projections;
  recordAbsences: RecordAbsences;
  erasePerson: ErasePerson;
  suspensions: Pick<Suspensions, 'refreshFor'>;
}): Subscription[] => [
  on(userChanged, async (person) => {
    await projections.savePerson(person);
    await suspensions.refreshFor(person);
    if (person.erased) await erasePerson(person.id);
  }),
  on(securityChanged, projections.saveSecurity),
  on(courseChanged, projections.saveCourse),
  on(enrollmentChanged, async (enrollment) => {
    await projections.saveEnrollment(enrollment);
    // The end of a session may have overtaken an enrollment that came before it.
    const { courseId, enrolledAt } = enrollment;
    const sessionIds = enrollment.active ? await projections.findEndedSessions(courseId, enrolledAt) : [];
    for (const sessionId of sessionIds) await recordAbsences(sessionId);
  }),
  on(sessionChanged, async (session) => {
    await projections.saveSession(session);
    if (!session.active) await recordAbsences(session.id);
  }),
];
