import type { Pool } from 'pg';
import { makeFindAbsentees, makePendingAbsences } from '../absences/absences.ts';
import { makeAnalytics } from '../analytics/analytics.ts';
import { makeCourses, makeEnrollments, makePeople, makeSessions } from '../projections/lookups.ts';
import { makeErasePerson, makeMarkDetails, makeReadPersonalData } from '../privacy/personal-data.ts';
import { makeLoadMarkContext } from '../marking/mark-context.ts';
import { makeMarkFlags } from '../review/mark-flags.ts';
import { makeReadHistory } from '../review/mark-history.ts';
import { makePasskeyChallenges, makePasskeys } from '../marking/passkeys.ts';
import { makePinAttempts } from '../marking/refuse-mark.ts';
import { makeLocationAttempts } from '../marking/check-location.ts';
import { makeProjections } from '../projections/projections.ts';
import { makeRecords } from '../reports/records.ts';
import { makeReadReportedMarks } from '../reports/reported-marks.ts';
import { makeReviews } from '../review/reviews.ts';
import { makeSelfies } from '../marking/selfies.ts';
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
