import type { Period } from '../../../db/enrollment-models.ts';
import { findUpcoming, isOpen, movePeriod, requireRoom } from './periods.ts';

/** A membership according to a roster or a file. Without `began`, it begins now. */
export interface MembershipRow {
  studentId: string;
  sectionId: string;
  began?: Date | undefined;
  ended?: Date | undefined;
  unasked?: true;
  /** True if a file states the membership. */
  stated?: true;
}
/** `overlaps`: the row was not applied, because the student was in another section at that time. */
export type RowOutcome = 'added' | 'changed' | 'unchanged' | 'overlaps' | 'erased' | 'unknown_section';

const FOREVER = Number.POSITIVE_INFINITY;
const endOf = ({ ended }: Pick<Period, 'ended'>): number => ended?.getTime() ?? FOREVER;

const overlap = (one: Pick<Period, 'began' | 'ended'>, other: typeof one): boolean =>
  one.began.getTime() < endOf(other) && other.began.getTime() < endOf(one);

const hasDays = ({ began, ended }: MembershipRow): boolean => began !== undefined || ended !== undefined;

const isSameMembership = (period: Period, row: MembershipRow, now: Date): boolean => {
  if (period.voided || period.sectionId !== row.sectionId) return false;
  if (!hasDays(row)) return isOpen([period], now);
  const { began, ended } = row;
  return (
    period.began.getTime() === began?.getTime() ||
    (period.ended !== undefined && period.ended.getTime() === ended?.getTime()) ||
    overlap(period, { began: began ?? now, ended })
  );
};

/**
 * A file may correct an end that a file stated, but not extend a membership that the student or a teacher
 * ended.
 */
const canReopen = ({ end }: Period, studentId: string): boolean =>
  end?.how === 'LEFT' && end.by !== studentId;

const correct = (period: Period, row: MembershipRow, by: string, now: Date): Period => {
  // Without a first day, the membership begins now at the latest.
  const began = row.began ?? (period.began > now ? now : period.began);
  if (!hasDays(row)) return { ...period, began };
  const isEarlier = row.ended !== undefined && row.ended.getTime() < endOf(period);
  if (!canReopen(period, row.studentId) && period.ended && !isEarlier) return { ...period, began };
  if (row.ended)
    return period.ended?.getTime() === row.ended.getTime()
      ? { ...period, began }
      : { ...period, began, ended: row.ended, end: { how: 'LEFT', by, recordedAt: now } };
  const { ended: _ended, end: _end, ...open } = period;
  return { ...open, began };
};

const hasSameDays = (one: Period, other: Period): boolean =>
  one.began.getTime() === other.began.getTime() && endOf(one) === endOf(other);

export const overlapsOther = (periods: Period[], index: number, changed: Period): boolean =>
  endOf(changed) < changed.began.getTime() ||
  periods.some((other, at) => at !== index && !other.voided && overlap(other, changed));

/**
 * Whether the stated period continues the last one in another section: the last one was open, or would not
 * end later.
 */
const isMove = (last: Period, stated: Period, now: Date): boolean =>
  last.began < stated.began &&
  stated.began.getTime() < endOf(last) &&
  endOf(last) > now.getTime() &&
  endOf(last) <= endOf(stated);

const applyRow = (
  periods: Period[],
  row: MembershipRow,
  by: string,
  now: Date,
): { periods: Period[]; outcome: RowOutcome } => {
  const isSame = (period: Period) => isSameMembership(period, row, now);
  // A row without days means the current period rather than a planned period.
  const index = hasDays(row) ? periods.findLastIndex(isSame) : periods.findIndex(isSame);
  const existingPeriod = periods[index];
  if (existingPeriod) {
    const changed = correct(existingPeriod, row, by, now);
    if (hasSameDays(existingPeriod, changed)) return { periods, outcome: 'unchanged' };
    if (overlapsOther(periods, index, changed)) return { periods, outcome: 'overlaps' };
    return { periods: periods.with(index, changed), outcome: 'changed' };
  }
  const { sectionId, began = now, ended } = row;
  const last = periods.findLast(({ voided }) => !voided);
  const stated: Period = {
    sectionId,
    by,
    began,
    recordedAt: now,
    voided: false,
    ...(row.unasked && { unasked: true }),
    ...(row.stated && { stated: true }),
    ...(ended && {
      ended,
      end: {
        how: 'LEFT',
        by,
        recordedAt: now,
      },
    }),
  };
  if (last && isMove(last, stated, now))
    return {
      periods: movePeriod(periods, last, { sectionId, by, at: began, stated: row.stated }, now, stated),
      outcome: 'added',
    };
  // A period without days ends when the next planned one begins.
  const next = row.began === undefined && !ended ? findUpcoming(periods, now) : undefined;
  const added: Period = {
    ...stated,
    ...(next && { ended: next.began, end: { how: 'MOVED', by, recordedAt: now } }),
  };
  if (overlapsOther(periods, -1, added)) return { periods, outcome: 'overlaps' };
  requireRoom(periods);
  const later = periods.findIndex((period) => period.began > began);
  return { periods: periods.toSpliced(later === -1 ? periods.length : later, 0, added), outcome: 'added' };
};

/**
 * Applies all rows of one student in a course, earliest first. Idempotent. Outcomes are in the order of the
 * rows.
 */
export const applyMemberships = (
  periods: Period[],
  rows: MembershipRow[],
  by: string,
  now: Date,
): { periods: Period[]; outcomes: RowOutcome[] } => {
  const outcomes: RowOutcome[] = rows.map(() => 'erased');
  let current = periods;
  if (periods.at(-1)?.end?.how === 'ERASED') return { periods, outcomes };
  const order = rows
    .map((row, index) => ({ row, index, at: (row.began ?? now).getTime() }))
    .toSorted((one, other) => one.at - other.at);
  for (const { row, index } of order) {
    const applied = applyRow(current, row, by, now);
    current = applied.periods;
    outcomes[index] = applied.outcome;
  }
  return { periods: current, outcomes };
};
