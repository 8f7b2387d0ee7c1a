import {
  isBeforeJoining,
  type AttendanceStatus,
  type AuditAction,
  type AuditEntry,
} from '@qr-attendance/contracts';
import type { MembershipPeriod } from '@qr-attendance/contracts/events';
import { statusOfScan } from '../../../core/status/rules/late-or-present.ts';

/** ISO 8601 in UTC with milliseconds, so that moments can be compared as text. */
type Moment = string;
interface SessionState {
  date: string;
  startTime: Moment;
  lateFrom: Moment | null;
  /** Null for all sections of the course. */
  sectionIds: string[] | null;
  endedAt: Moment | null;
  canceled: boolean;
}
interface Revision extends Pick<SessionState, 'date' | 'startTime' | 'lateFrom' | 'sectionIds'> {
  at: Moment;
  actor: AuditEntry['actor'];
  change: string;
}
interface AuditLine {
  at: Moment;
  action: AuditAction;
  actor: AuditEntry['actor'];
  to: AttendanceStatus | null;
  reason: string | null;
  scannedAt: Moment | null;
}
export interface RecordFacts {
  session: SessionState & { tookPlace: boolean; missedCheckIsLate: boolean };
  revisions: Revision[];
  periods: (Omit<MembershipPeriod, 'ended'> & { beganDay: string; ended: Moment | null })[];
  lines: AuditLine[];
  check: { answeredAt: Moment | null; missedAt: Moment | null };
  status: AttendanceStatus | null;
}
type Step = Omit<AuditEntry, 'at'>;

interface State extends SessionState {
  held: boolean;
  scannedAt: Moment | null;
  decided: AttendanceStatus | null;
  missed: boolean;
  periods: { sectionId: string; began: Moment; beganDay: string; ended: Moment | null; voided: boolean }[];
}
type Change = { at: Moment; apply: (state: State) => State; describe: DescribeChange };
type DescribeChange = (before: State, after: State) => Step[];

const isMember = ({ periods, startTime, date, endedAt, sectionIds }: State): boolean =>
  endedAt !== null &&
  periods.some(
    ({ sectionId, began, beganDay, ended, voided }) =>
      (sectionIds?.includes(sectionId) ?? true) &&
      !voided &&
      !isBeforeJoining({ date, startTime, endedAt }, { at: began, day: beganDay }) &&
      (ended === null || ended > startTime),
  );

/** This is the rule of the view `attendance`. */
const statusOf = (state: State): AttendanceStatus | null => {
  const { decided, scannedAt, lateFrom, missed, held, canceled } = state;
  if (decided) return decided;
  if (scannedAt) return statusOfScan(new Date(scannedAt), lateFrom ? new Date(lateFrom) : undefined, missed);
  return held && !canceled && isMember(state) ? 'ABSENT' : null;
};

const step = (
  action: AuditAction,
  actor: AuditEntry['actor'],
  [from, to]: [Step['from'], Step['to']],
  reason: string | null = null,
): Step => ({ action, actor, from, to, reason });

/** Undecided absences appear and disappear automatically; other statuses change because of an action. */
const describeChange =
  (action: AuditAction, actor: AuditEntry['actor'], gone: AuditAction = 'withdrawn'): DescribeChange =>
  (earlier, later) => {
    const [from, to] = [statusOf(earlier), statusOf(later)];
    if (from === to) return [];
    if (from === null) return [step('absent_at_end', null, [from, to])];
    return [to === null ? step(gone, null, [from, to]) : step(action, actor, [from, to])];
  };

const describeRevision =
  (actor: AuditEntry['actor']): DescribeChange =>
  (earlier, later) => {
    const [from, to] = [statusOf(earlier), statusOf(later)];
    if (!earlier.canceled && later.canceled && to !== null)
      return [step('session_canceled', actor, [from, null])];
    if (earlier.canceled && !later.canceled && from !== null)
      return [step('session_reopened', actor, [null, to])];
    const isMoved = earlier.date !== later.date && from !== null;
    const isElsewhere =
      earlier.sectionIds?.join() !== later.sectionIds?.join() && (from !== null || to !== null);
    return [
      ...(isElsewhere ? [step('sections_changed', actor, [null, null])] : []),
      ...(isMoved ? [step('session_moved', actor, [null, null])] : []),
      ...describeChange('judged_again', actor)(earlier, later),
    ];
  };

const DISPUTES = new Set<AuditAction>(['disputed', 'dispute_answered']);
const describeLine =
  ({ action, actor, reason }: AuditLine): DescribeChange =>
  (earlier, later) => [
    step(action, actor, DISPUTES.has(action) ? [null, null] : [statusOf(earlier), statusOf(later)], reason),
  ];

const changeOfRevision =
  ({ session, revisions }: RecordFacts) =>
  ({ at, actor, change, date, startTime, lateFrom, sectionIds }: Revision, index: number): Change => {
    const isLast = index === revisions.length - 1;
    const apply = (state: State): State => {
      const held = session.tookPlace && (state.held || change === 'confirmed');
      if (isLast) return { ...state, ...session, held: session.tookPlace };
      const isOver = change === 'ended' || change === 'canceled';
      return {
        ...state,
        date,
        startTime,
        lateFrom,
        sectionIds,
        held,
        endedAt: isOver ? at : change === 'reopened' ? null : state.endedAt,
        canceled: change === 'canceled' || (state.canceled && change !== 'reopened'),
      };
    };
    return { at, apply, describe: describeRevision(actor) };
  };

const changesOfPeriod = (
  { sectionId, began, beganDay, recordedAt, ended, end, voided }: RecordFacts['periods'][number],
  index: number,
): Change[] => {
  const set = (period: State['periods'][number]) => (state: State) => {
    const periods = [...state.periods];
    periods[index] = period;
    return { ...state, periods };
  };
  const begun = { sectionId, began, beganDay, ended: null, voided: false };
  const entry = { at: recordedAt, apply: set(begun), describe: describeChange('absent_at_end', null) };
  const at = end?.recordedAt ?? ended;
  if (at === null) return [entry];
  const describe = describeChange('withdrawn', null, voided ? 'voided' : 'withdrawn');
  return [entry, { at, apply: set({ ...begun, ended, voided }), describe }];
};

const earlierOf = (one: Moment | null, other: Moment): Moment => (one !== null && one < other ? one : other);

const changeOfLine = (line: AuditLine): Change => ({
  at: line.at,
  apply: (state) => {
    // Two merged records can both have a scan.
    if (line.scannedAt) return { ...state, scannedAt: earlierOf(state.scannedAt, line.scannedAt) };
    return DISPUTES.has(line.action) ? state : { ...state, decided: line.to };
  },
  describe: describeLine(line),
});

const changesOfCheck = ({ session, check: { missedAt, answeredAt } }: RecordFacts): Change[] => {
  if (!missedAt || !session.missedCheckIsLate) return [];
  const become = (missed: boolean, action: AuditAction): Change => ({
    at: missedAt,
    apply: (state) => ({ ...state, missed }),
    describe: describeChange(action, null),
  });
  const missed = become(true, 'presence_check_missed');
  return answeredAt ? [missed, become(false, 'presence_check_answered')] : [missed];
};

/**
 * Replays all facts in the order of their recording. The status after the last step equals that of the view.
 */
export const replay = (facts: RecordFacts): AuditEntry[] => {
  const { session, revisions, periods, lines, status } = facts;
  const [first] = revisions;
  const held = session.tookPlace && !revisions.some(({ change }) => change === 'confirmed');
  const start: State = {
    ...(first && revisions.length > 1
      ? {
          ...first,
          endedAt: null,
          canceled: false,
        }
      : session),
    held,
    scannedAt: null,
    decided: null,
    missed: false,
    periods: [],
  };
  const changes = [
    ...revisions.map(changeOfRevision(facts)),
    ...periods.flatMap(changesOfPeriod),
    ...lines.map(changeOfLine),
    ...changesOfCheck(facts),
  ].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const steps: AuditEntry[] = [];
  let state = start;
  for (const { at, apply, describe } of changes) {
    const next = apply(state);
    steps.push(...describe(state, next).map((one) => ({ at, ...one })));
    state = next;
  }
  const last = statusOf(state);
  if (last !== status && !session.canceled)
    steps.push({
      at: session.endedAt ?? new Date().toISOString(),
      ...step(status === 'ABSENT' ? 'absent_at_end' : 'judged_again', null, [last, status]),
    });
  return steps;
};
