import type { Pool } from 'pg';
import { makeFindAbsentees } from './absentees.ts';
import { makeAnalytics } from './analytics.ts';
import { makeCourses } from './courses.ts';
import { makeEnrolments } from './enrolments.ts';
import { makeErasePerson } from './erase-person.ts';
import { makeLoadMarkContext } from './mark-context.ts';
import { makeMarkFlags } from './mark-flags.ts';
import { makeMarkDetails } from './mark-details.ts';
import { makeReadHistory } from './mark-history.ts';
import { makeOwedAbsences } from './owed-absences.ts';
import { makePasskeyChallenges } from './passkey-challenges.ts';
import { makePasskeys } from './passkeys.ts';
import { makePeople } from './people.ts';
import { makeReadPersonalData } from './personal-data.ts';
import { makePinAttempts } from './pin-attempts.ts';
import { makePlaceTries } from './place-tries.ts';
import { makeProjections } from './projections.ts';
import { makeRecords } from './records.ts';
import { makeReadReportedMarks } from './reported-marks.ts';
import { makeReviews } from './reviews.ts';
import { makeSelfies } from './selfies.ts';
import { makeSessions } from './sessions.ts';
import { makeListStudentTotals } from './student-rates.ts';
import { makeWriteMark, makeWriteMarks } from './write-marks.ts';

/** All that reads and writes the database; reports on connections of their own. */
export const makeData = (pool: Pool, reportPool: Pool) => ({
  analytics: makeAnalytics(pool),
  challenges: makePasskeyChallenges(pool),
  courses: makeCourses(pool),
  enrolments: makeEnrolments(pool),
  erasePerson: makeErasePerson(pool),
  findAbsentees: makeFindAbsentees(pool),
  listStudentTotals: makeListStudentTotals(pool),
  loadMarkContext: makeLoadMarkContext(pool),
  markDetails: makeMarkDetails(pool),
  markFlags: makeMarkFlags(pool),
  owedAbsences: makeOwedAbsences(pool),
  passkeys: makePasskeys(pool),
  people: makePeople(pool),
  pinAttempts: makePinAttempts(pool),
  placeTries: makePlaceTries(pool),
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
