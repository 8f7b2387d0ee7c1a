import { randomUUID } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';
import { readUnverified } from './packages.ts';

const presenceChecks = () =>
  import('../../../../services/attendance/src/core/presence-checks/presence-checks.ts');
const tries = () => import('../../../../services/attendance/src/features/refused/refused-tries.ts');
const admit = () => import('../../../../services/attendance/src/features/refused/admit.ts');
const streams = () => import('../../../../services/attendance/src/features/live/roster-streams.ts');
const textCell = () => import('../../../../services/attendance/src/features/reports/to-text-cell.ts');
export const checkJudged = defenseWithin(
  'who did not answer the presence check is found',
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
export const oneStudentPerKey = defenseWithin(
  'a key answers for the student whose mark it signed',
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
export const namedByOwnTicket = defense(
  'who tries with another’s ticket is counted, not named',
  tries,
  'recordRefusal',
  async (_original, { pool }, studentId, ticket, { code }) => {
    const { recordTry } =
      await import('../../../../services/attendance/src/features/refused/refused-tries.ts');
    const { sessionId } = readUnverified(ticket) as { sessionId: string };
    await recordTry(pool, { sessionId, studentId }, code);
  },
);
export const knownFirst = defense(
  'enrolled students come first on the list of refused tries',
  tries,
  'listTries',
  async (original, ...given) => {
    const { students, others } = await original(...given);
    return { students: students.toSorted((one, other) => other.at.localeCompare(one.at)), others };
  },
);
export const wholeList = defense(
  'the list of refused tries is longer than accounts can be made for',
  tries,
  'listTries',
  async (original, ...given) => {
    const { students, others } = await original(...given);
    return { students: students.slice(0, 500), others };
  },
);
export const admitsBySettingStatuses = defense(
  'only those who set statuses admit refused tries',
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
export const confirmsInClass = defense(
  'a teacher confirms while the class runs',
  () => import('../../../../services/attendance/src/core/scans/rules/judge-time.ts'),
  'judgeTime',
  () => undefined,
);
export const secondAccount = defense(
  'a second account with a name and USN is flagged',
  () => import('../../../../services/attendance/src/features/risk/second-account.ts'),
  'isSecondAccount',
  () => 'false',
);
export const ownMarks = defense(
  'marks are narrowed to the caller’s own',
  () => import('../../../../services/attendance/src/features/reports/restrict-to-caller.ts'),
  'restrictToCaller',
  async (_original, _context, _caller, filter) => filter,
);
export const boundParameters = defense(
  'what people type reaches SQL as a bound parameter alone',
  () => import('../../../../services/attendance/src/features/students/search-condition.ts'),
  'searchCondition',
  (_original, search) => (search ? ` AND (p.name ILIKE '%${search}%')` : ''),
);
export const formulas = defense(
  'what begins like a formula is defused',
  textCell,
  'toTextCell',
  (_original, text) => `nullif(${text}, '')`,
);
export const formulasInCells = defense(
  'a formula is defused after every separator and quotation mark',
  textCell,
  'toTextCell',
  (_original, text) => `CASE WHEN ${text} ~ '^[-=+@]' THEN '''' || ${text} ELSE nullif(${text}, '') END`,
);
export const stalledReaders = defense(
  'a reader that stops reading loses its connection',
  () => import('../../../../services/attendance/src/features/reports/watch-reader.ts'),
  'watchReader',
  (original, isWaitedFor) => ({ ...original(isWaitedFor), signal: new AbortController().signal }),
);
export const ownStudents = defense(
  'staff of one course of a joint class see its students alone',
  () => import('../../../../services/attendance/src/projections/visible.ts'),
  'visibleCondition',
  () => undefined,
);
export const fewUnproven = defenseWithin(
  'accounts with unverified addresses take only some of the guest places',
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
export const streamsOfSuspended = defenseWithin(
  'live lists of suspended people end',
  streams,
  'createRosterStreams',
  (create, isOff) => (options) => {
    const { suspensions } = options;
    const isSuspended = (id: string) => !isOff() && suspensions.isSuspended(id);
    return create({ ...options, suspensions: { ...suspensions, isSuspended } });
  },
);
export const streamsOfSignedOut = defenseWithin(
  'live lists of people who signed out everywhere end',
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
export const streamsOfPerson = defenseWithin(
  'a person has few live lists open',
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
