import type { Pool } from 'pg';
import { makeAbsences } from '../absences/absences.ts';
import { makeAnalytics } from '../analytics/analytics.ts';
import { makeListStudentTotals } from '../analytics/student-rates.ts';
import { makeLocationAttempts } from '../marking/check-location.ts';
import { makeLoadMarkFacts } from '../marking/mark-facts.ts';
import { makeHistoryProofs } from '../history-tree/history-proofs.ts';
import { makeHistoryTree } from '../history-tree/history-tree.ts';
import { makePasskeyChallenges, makePasskeys } from '../marking/passkeys.ts';
import { makePinAttempts } from '../marking/refuse-mark.ts';
import { makeSelfies } from '../marking/selfies.ts';
import { makeWriteMark, makeWriteMarks } from '../marking/write-marks.ts';
import { makePersonalData } from '../privacy/personal-data.ts';
import { makeCourses, makeEnrollments, makePeople, makeSessions } from '../projections/lookups.ts';
import { makeProjections } from '../projections/projections.ts';
import { makeReceiptFacts } from '../receipts/receipt-facts.ts';
import { makeRefusedTries } from '../refused/refused-tries.ts';
import { makeStudentNumbers } from '../projections/student-numbers.ts';
import { makeRecords } from '../reports/records.ts';
import { makeReadReport } from '../reports/read-report.ts';
import { makeMarkFlags } from '../review/mark-flags.ts';
import { makeReadHistory } from '../review/mark-history.ts';
import { makeReviews } from '../review/reviews.ts';
import { makeRisk } from '../risk/assess-session.ts';
import { makeReadFlagRates } from '../risk/flag-rates.ts';
import { makeSecondLooks } from '../second-look/second-looks.ts';
import { makeSessionMarks } from '../sessions/follow-session.ts';
import { makeListRoster } from '../roster/read-roster.ts';
import { makeRosterMarks } from '../roster/roster-marks.ts';
import { makeCourseGrids } from '../students/course-grid.ts';
import { makeCourseStudents } from '../students/course-student.ts';

/** All that reads and writes the database; reports on connections of their own. */
export const makeStores = (pool: Pool, reportPool: Pool) => ({
  absences: makeAbsences(pool),
  analytics: makeAnalytics(pool),
  challenges: makePasskeyChallenges(pool),
  courseGrids: makeCourseGrids(pool),
  courseStudents: makeCourseStudents(pool),
  courses: makeCourses(pool),
  enrollments: makeEnrollments(pool),
  historyTree: makeHistoryTree(pool, reportPool),
  proveHistory: makeHistoryProofs(pool),
  listRoster: makeListRoster(pool),
  listStudentTotals: makeListStudentTotals(pool),
  loadMarkFacts: makeLoadMarkFacts(pool),
  locationAttempts: makeLocationAttempts(pool),
  markFlags: makeMarkFlags(pool),
  passkeys: makePasskeys(pool),
  people: makePeople(pool),
  personalData: makePersonalData(pool, reportPool),
  pinAttempts: makePinAttempts(pool),
  projections: makeProjections(pool),
  readFlagRates: makeReadFlagRates(pool),
  readHistory: makeReadHistory(pool),
  readReport: makeReadReport(reportPool),
  receiptFacts: makeReceiptFacts(pool),
  records: makeRecords(pool),
  refusedTries: makeRefusedTries(pool),
  reviews: makeReviews(pool),
  risk: makeRisk(pool),
  rosterMarks: makeRosterMarks(pool),
  secondLooks: makeSecondLooks(pool),
  selfies: makeSelfies(pool),
  sessionMarks: makeSessionMarks(pool),
  sessions: makeSessions(pool),
  studentNumbers: makeStudentNumbers(pool),
  writeMarks: makeWriteMarks(pool),
  writeNewMark: makeWriteMark(pool),
});
export type Stores = ReturnType<typeof makeStores>;
