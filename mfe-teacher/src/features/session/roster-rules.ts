import {
  attendanceStatusSchema,
  knownOr,
  type AttendanceRecord,
  type AttendanceStatus,
} from '@qr-attendance/contracts';

const newestFirst = (a: AttendanceRecord, b: AttendanceRecord) =>
  Date.parse(b.timestamp) - Date.parse(a.timestamp) || a._id.localeCompare(b._id);

const lastChangeOf = ({ timestamp, reviewedAt, dispute, flags = [] }: AttendanceRecord): number =>
  Math.max(
    ...[timestamp, reviewedAt, dispute?.at, dispute?.answeredAt, ...flags.map(({ at }) => at)].map(
      (moment) => (moment ? Date.parse(moment) : 0),
    ),
  );

/**
 * Adds marks to a roster by their id, a later-told one replacing an earlier, unless it tells an older state: a list
 * that was on its way while the live stream told of a correction. Marks are never deleted, so merging a fetched list
 * into what the live stream told already loses neither.
 */
export const mergeRoster = (known: AttendanceRecord[], told: AttendanceRecord[]): AttendanceRecord[] => {
  const byId = new Map(known.map((record) => [record._id, record]));
  for (const record of told) {
    const before = byId.get(record._id);
    if (!before || lastChangeOf(record) >= lastChangeOf(before)) byId.set(record._id, record);
  }
  return [...byId.values()].sort(newestFirst);
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
  for (const { status } of records) counts[knownOr(attendanceStatusSchema, status)] += 1;
  return counts;
};

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim();

/** Records of students whose name contains every word typed; case and accents don't count. */
export const searchRoster = (records: AttendanceRecord[], typed: string): AttendanceRecord[] => {
  const words = plain(typed).split(/\s+/);
  return records.filter(({ student }) => words.every((word) => plain(student.name).includes(word)));
};

const isAfter = (moment: string, other: string | undefined) =>
  other === undefined || Date.parse(moment) > Date.parse(other);

/** Flagged since the teacher looked at it last. */
export const hasOpenFlags = ({ flags = [], reviewedAt }: AttendanceRecord): boolean =>
  flags.some(({ at }) => isAfter(at, reviewedAt));

/** Disputed by its student and not answered yet. */
export const hasOpenDispute = ({ dispute }: AttendanceRecord): boolean =>
  dispute !== undefined && dispute.answeredAt === undefined;

export const needsReview = (record: AttendanceRecord): boolean =>
  hasOpenFlags(record) || hasOpenDispute(record);
