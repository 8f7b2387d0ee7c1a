import { makePeopleProjection } from '@qr-attendance/messaging';
import { makeCodes } from '../codes/codes.ts';
import type { createModels } from './models.ts';
import { makeCourses, makeEnrollments, makeMarks } from '../projections/projections.ts';
import { makeSessions, newSessionId } from '../sessions/sessions.ts';

/** Everything this service keeps; `committed` is told of each write that put an event into the outbox. */
export const makeStores = (
  models: ReturnType<typeof createModels>,
  committed: () => void,
  clock: () => Date = () => new Date(),
) => ({
  sessions: makeSessions(models.sessions, committed, clock),
  newId: newSessionId,
  codes: makeCodes(models.codes),
  people: makePeopleProjection(models.people),
  courses: makeCourses(models.courses),
  enrollments: makeEnrollments(models.enrollments),
  marks: makeMarks(models.marks),
});
export type Stores = ReturnType<typeof makeStores>;
