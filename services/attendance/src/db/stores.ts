import type { Pool } from 'pg';
import { makeFindAbsentees } from '../absences/absentees.ts';
import { makeAnalytics } from '../analytics/analytics.ts';
import { makeCourses } from '../projections/courses.ts';
import { makeEnrollments } from '../projections/enrollments.ts';
import { makeErasePerson } from '../privacy/erase-person.ts';
import { makeLoadMarkContext } from '../marking/mark-context.ts';
import { makeMarkFlags } from '../review/mark-flags.ts';
import { makeMarkDetails } from '../privacy/mark-details.ts';
import { makeReadHistory } from '../review/mark-history.ts';
import { makePendingAbsences } from '../absences/pending-absences.ts';
import { makePasskeyChallenges } from '../marking/passkey/passkey-challenges.ts';
import { makePasskeys } from '../marking/passkey/passkeys.ts';
import { makePeople } from '../projections/people.ts';
import { makeReadPersonalData } from '../privacy/personal-data.ts';
import { makePinAttempts } from '../marking/pin/pin-attempts.ts';
import { makeLocationAttempts } from '../marking/location/location-attempts.ts';
import { makeProjections } from '../projections/projections.ts';
import { makeRecords } from '../reports/records.ts';
import { makeReadReportedMarks } from '../reports/reported-marks.ts';
import { makeReviews } from '../review/reviews.ts';
import { makeSelfies } from '../selfies/selfies.ts';
import { makeSessions } from '../projections/sessions.ts';
import { makeListStudentTotals } from '../analytics/student-rates.ts';
import { makeWriteMark, makeWriteMarks } from '../marking/write-marks.ts';

/** All that reads and writes the database; reports on connections of their own. */
export const makeData = (pool: Pool, reportPool: Pool) => ({
  analytics: makeAnalytics(pool),
  challenges: makePasskeyChallenges(pool),
  courses: makeCourses(pool),
  enrollments: makeEnrollments(pool),
  erasePerson: makeErasePerson(pool),
  findAbsentees: makeFindAbsentees(pool),
  listStudentTotals: makeListStudentTotals(pool),
  loadMarkContext: makeLoadMarkContext(pool),
  markDetails: makeMarkDetails(pool),
  markFlags: makeMarkFlags(pool),
  pendingAbsences: makePendingAbsences(pool),
  passkeys: makePasskeys(pool),
  people: makePeople(pool),
  pinAttempts: makePinAttempts(pool),
  placeTries: makeLocationAttempts(pool),
  projections: makeProjections(pool),
  readHistory: makeReadHistory(pool),
  readPersonalData: makeReadPersonalData(reportPool),
  readReportedMarks: makeReadReportedMarks(reportPool),
  records: makeRecords(pool),
  reviews: makeReviews(pool),
  selfies: makeSelfies(pool),
  sessions: makeSessions(pool),
  writeMarks: makeWriteMarks(pool),
  writeNewMark: makeWriteMark(pool),
});
export type Data = ReturnType<typeof makeData>;
