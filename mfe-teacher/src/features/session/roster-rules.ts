import {
  attendanceStatusSchema,
  knownOrOther,
  type AttendanceRecord,
  type AttendanceStatus,
} from '@qr-attendance/contracts';
import { replaceEqualDeep } from '@tanstack/react-query';

/** Times are parsed once per mark instead of per comparison. */
const times = new WeakMap<AttendanceRecord, number>();
const timeOf = (record: AttendanceRecord): number => {
  const known = times.get(record);
  if (known !== undefined) return known;
  const time = Date.parse(record.timestamp);
  times.set(record, time);
  return time;
};
const newestFirst = (a: AttendanceRecord, b: AttendanceRecord) =>
  timeOf(b) - timeOf(a) || a._id.localeCompare(b._id);

/**
 * Merges two sorted lists: in a hall, marks arrive several times a second, and sorting 1,500 rows each time
 * would delay presses.
 */
const mergeSorted = (current: AttendanceRecord[], added: AttendanceRecord[]): AttendanceRecord[] => {
  const merged: AttendanceRecord[] = [];
  let next = 0;
  for (const record of current) {
    for (
      let candidate = added[next];
      candidate && newestFirst(candidate, record) < 0;
      candidate = added[next]
    ) {
      merged.push(candidate);
      next += 1;
    }
    merged.push(record);
  }
  return [...merged, ...added.slice(next)];
};

const lastChangeOf = ({
  timestamp,
  reviewedAt,
  dispute,
  presenceCheck,
  flags = [],
}: AttendanceRecord): number =>
  Math.max(
    ...[
      timestamp,
      reviewedAt,
      dispute?.at,
      dispute?.answeredAt,
      presenceCheck?.answeredAt,
      ...flags.map(({ at }) => at),
    ].map((moment) => (moment ? Date.parse(moment) : 0)),
  );

/**
 * Decisions raise the version, but flags and disputes do not. A missed presence check has no time, and
 * replaces the answer to a void check.
 */
const isNewer = (incoming: AttendanceRecord, known: AttendanceRecord): boolean =>
  incoming.version !== undefined && known.version !== undefined && incoming.version !== known.version
    ? incoming.version > known.version
    : lastChangeOf(incoming) >=
      lastChangeOf(incoming.presenceCheck?.missed ? { ...known, presenceCheck: undefined } : known);

/**
 * Both lists are sorted newest first. Equal marks keep their identity, so that a reload without changes
 * renders nothing. An outdated list may arrive after a newer mark from the live stream.
 */
export const mergeRoster = (
  current: AttendanceRecord[],
  incoming: AttendanceRecord[],
): AttendanceRecord[] => {
  const byId = new Map(current.map((record) => [record._id, record]));
  const changed = new Map<string, AttendanceRecord>();
  for (const record of incoming) {
    const before = changed.get(record._id) ?? byId.get(record._id);
    const isEqual = before !== undefined && replaceEqualDeep(before, record) === before;
    if (!isEqual && (!before || isNewer(record, before))) changed.set(record._id, record);
  }
  if (changed.size === 0) return current;
  return mergeSorted(
    current.filter(({ _id }) => !changed.has(_id)),
    [...changed.values()].sort(newestFirst),
  );
};

export type RosterCounts = Record<AttendanceStatus | 'other', number> & { total: number };

export const countRoster = (records: AttendanceRecord[]): RosterCounts => {
  const counts: RosterCounts = {
    PRESENT: 0,
    LATE: 0,
    ABSENT: 0,
    EXCUSED: 0,
    other: 0,
    total: records.length,
  };
  for (const { status } of records) counts[knownOrOther(attendanceStatusSchema, status)] += 1;
  return counts;
};

const isAfter = (moment: string, other: string | undefined) =>
  other === undefined || Date.parse(moment) > Date.parse(other);

export const hasOpenFlags = ({ flags = [], reviewedAt }: AttendanceRecord): boolean =>
  flags.some(({ at }) => isAfter(at, reviewedAt));

export const hasOpenDispute = ({ dispute }: AttendanceRecord): boolean =>
  dispute !== undefined && dispute.answeredAt === undefined;

export const needsReview = (record: AttendanceRecord): boolean =>
  hasOpenFlags(record) || hasOpenDispute(record);
