import { randomUUID } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';
import { readUnverified } from './packages.ts';

const presenceChecks = () =>
  import('../../../../services/attendance/src/core/presence-checks/presence-checks.ts');
const tries = () => import('../../../../services/attendance/src/features/refused/refused-tries.ts');
const admit = () => import('../../../../services/attendance/src/features/refused/admit.ts');
const streams = () => import('../../../../services/attendance/src/features/live/roster-streams.ts');
const textCell = () => import('../../../../services/attendance/src/features/reports/to-text-cell.ts');
export const presenceCheckVerdicts = defenseWithin(
  'students who did not answer the presence check are flagged',
  presenceChecks,
  'createPresenceChecks',
  (create, isOff) => (pool) => {
    const checks = create(pool);
    return {
      ...checks,
      judgeCheck: async (sessionId) => (isOff() ? undefined : checks.judgeCheck(sessionId)),
      judgeDueChecks: async () => !isOff() && checks.judgeDueChecks(),
    };
  },
);
export const checkAnswersPerKey = defenseWithin(
  'a key answers the presence check only for the student whose mark it signed',
  presenceChecks,
  'createPresenceChecks',
  (create, isOff) => (pool) => {
    const checks = create(pool);
    return {
      ...checks,
      answerCheck: (answer) => checks.answerCheck(isOff() ? { ...answer, deviceKey: undefined } : answer),
    };
  },
);
export const namesOfTicketHolders = defense(
  'a student who uses another student’s ticket is counted without a name',
  tries,
  'recordRefusal',
  async (_original, { pool }, studentId, ticket, { code }) => {
    const { recordTry } =
      await import('../../../../services/attendance/src/features/refused/refused-tries.ts');
    const { sessionId } = readUnverified(ticket) as { sessionId: string };
    await recordTry(pool, { sessionId, studentId }, code);
  },
);
export const enrolledStudentsFirst = defense(
  'the list of rejected attempts begins with enrolled students',
  tries,
  'listTries',
  async (original, ...given) => {
    const { students, others } = await original(...given);
    return { students: students.toSorted((one, other) => other.at.localeCompare(one.at)), others };
  },
);
export const attemptListLength = defense(
  'the list of rejected attempts is longer than the number of accounts that anybody can create',
  tries,
  'listTries',
  async (original, ...given) => {
    const { students, others } = await original(...given);
    return { students: students.slice(0, 500), others };
  },
);
export const admissionRole = defense(
  'only roles that set statuses can admit students with rejected attempts',
  admit,
  'enrollAndMark',
  (original, context, caller, key) => {
    const { owners } = context;
    const findSessionOfRecord: typeof owners.findSessionOfRecord = (record, actor, action) =>
      owners.findSessionOfRecord(
        record,
        actor,
        action === 'setStatuses' ? ('manageStudents' as typeof action) : action,
      );
    return original({ ...context, owners: { ...owners, findSessionOfRecord } }, caller, key);
  },
);
export const confirmationPeriod = defense(
  'a teacher can confirm a device only while the class runs',
  () => import('../../../../services/attendance/src/core/scans/rules/judge-time.ts'),
  'judgeTime',
  () => undefined,
);
export const secondAccountFlag = defense(
  'a second account with the same name and USN is flagged',
  () => import('../../../../services/attendance/src/features/risk/second-account.ts'),
  'isSecondAccount',
  () => 'false',
);
export const callersOwnMarks = defense(
  'marks are limited to those of the caller',
  () => import('../../../../services/attendance/src/features/reports/restrict-to-caller.ts'),
  'restrictToCaller',
  async (_original, _context, _caller, filter) => filter,
);
export const boundParameters = defense(
  'typed text reaches SQL only as a bound parameter',
  () => import('../../../../services/attendance/src/features/students/search-condition.ts'),
  'searchCondition',
  (_original, search) => (search ? ` AND (p.name ILIKE '%${search}%')` : ''),
);
export const formulaEscaping = defense(
  'cells that begin like a formula are escaped',
  textCell,
  'toTextCell',
  (_original, text) => `nullif(${text}, '')`,
);
export const formulaEscapingInCells = defense(
  'formulas are escaped after every separator and quotation mark',
  textCell,
  'toTextCell',
  (_original, text) => `CASE WHEN ${text} ~ '^[-=+@]' THEN '''' || ${text} ELSE nullif(${text}, '') END`,
);
export const stalledReaderLimit = defense(
  'a client that stops reading is disconnected',
  () => import('../../../../services/attendance/src/features/reports/watch-reader.ts'),
  'watchReader',
  (original, isWaitedFor) => ({ ...original(isWaitedFor), signal: new AbortController().signal }),
);
export const studentsOfOwnCourse = defense(
  'staff of one course of a joint class see only the students of that course',
  () => import('../../../../services/attendance/src/projections/visible.ts'),
  'visibleCondition',
  () => undefined,
);
export const unverifiedGuestLimit = defenseWithin(
  'accounts with unverified addresses can take only some of the guest places',
  () => import('../../../../services/attendance/src/projections/projections.ts'),
  'createProjections',
  (create, isOff) => (pool) => {
    const projections = create(pool);
    return {
      ...projections,
      savePerson: (person) => projections.savePerson(isOff() ? { ...person, proven: true } : person),
    };
  },
);
export const endOfSuspendedStreams = defenseWithin(
  'live rosters of suspended people end',
  streams,
  'createRosterStreams',
  (create, isOff) => (options) => {
    const { suspensions } = options;
    const isSuspended = (id: string) => !isOff() && suspensions.isSuspended(id);
    return create({ ...options, suspensions: { ...suspensions, isSuspended } });
  },
);
export const endOfSignedOutStreams = defenseWithin(
  'live rosters of people who signed out everywhere end',
  streams,
  'createRosterStreams',
  (create, isOff) => (options) => {
    const { suspensions } = options;
    const isSignedOut: typeof suspensions.isSignedOut = (claims) =>
      !isOff() && suspensions.isSignedOut(claims);
    return create({ ...options, suspensions: { ...suspensions, isSignedOut } });
  },
);
/** While the defense is off, each stream counts for another person. */
export const streamLimitPerPerson = defenseWithin(
  'a person can open only a few live rosters',
  streams,
  'createRosterStreams',
  (create, isOff) => (options) => {
    const opened = create(options);
    return {
      ...opened,
      open: (sessionId, { reader, ...more }) =>
        opened.open(sessionId, { ...more, reader: isOff() ? { ...reader, id: randomUUID() } : reader }),
    };
  },
);
