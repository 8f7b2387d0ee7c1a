import { beginPeriod, movePeriod, type Period } from './periods.ts';

/** A membership as a roster or a file states it. It begins now if `began` is missing. */
export interface MembershipRow {
  studentId: string;
  sectionId: string;
  began?: Date | undefined;
  ended?: Date | undefined;
}
/** `overlaps`: the student was in another section at that time, so the row was not applied. */
export type RowOutcome = 'added' | 'changed' | 'unchanged' | 'overlaps' | 'erased' | 'unknown_section';

const FOREVER = Number.POSITIVE_INFINITY;
const endOf = ({ ended }: Pick<Period, 'ended'>): number => ended?.getTime() ?? FOREVER;

const overlap = (one: Pick<Period, 'began' | 'ended'>, other: typeof one): boolean =>
  one.began.getTime() < endOf(other) && other.began.getTime() < endOf(one);

const isSameMembership = (period: Period, { sectionId, began, ended }: MembershipRow, now: Date): boolean =>
  !period.voided &&
  period.sectionId === sectionId &&
  (began === undefined && ended === undefined
    ? period.ended === undefined
    : period.began.getTime() === began?.getTime() ||
      (period.ended !== undefined && period.ended.getTime() === ended?.getTime()) ||
      overlap(period, { began: began ?? now, ended }));

/** A file corrects an end that a file stated. An end by the student or a teacher stays. */
const canReopen = ({ end }: Period, studentId: string): boolean =>
  end?.how === 'LEFT' && end.by !== studentId;

const correct = (period: Period, row: MembershipRow, by: string, now: Date): Period => {
  const began = row.began ?? period.began;
  const moved = period.end?.how === 'MOVED' && row.ended === undefined;
  if (row.ended)
    return period.ended?.getTime() === row.ended.getTime()
      ? { ...period, began }
      : { ...period, began, ended: row.ended, end: { how: 'LEFT', by, recordedAt: now } };
  if (moved || !canReopen(period, row.studentId)) return { ...period, began };
  const { ended: _ended, end: _end, ...open } = period;
  return { ...open, began };
};

const isSame = (one: Period, other: Period): boolean =>
  one.began.getTime() === other.began.getTime() && endOf(one) === endOf(other);

const collides = (periods: Period[], index: number, changed: Period): boolean =>
  endOf(changed) < changed.began.getTime() ||
  periods.some((other, at) => at !== index && !other.voided && overlap(other, changed));

const applyRow = (
  periods: Period[],
  row: MembershipRow,
  by: string,
  now: Date,
): { periods: Period[]; outcome: RowOutcome } => {
  const index = periods.findLastIndex((period) => isSameMembership(period, row, now));
  const known = periods[index];
  if (known) {
    const changed = correct(known, row, by, now);
    if (isSame(known, changed)) return { periods, outcome: 'unchanged' };
    if (collides(periods, index, changed)) return { periods, outcome: 'overlaps' };
    return { periods: periods.with(index, changed), outcome: 'changed' };
  }
  const { sectionId, began = now, ended } = row;
  const last = periods.at(-1);
  const joining = { sectionId, by };
  const added: Period = {
    ...{ sectionId, by, began, recordedAt: now, voided: false },
    ...(ended && { ended, end: { how: 'LEFT', by, recordedAt: now } }),
  };
  if (last && !last.ended && !ended && last.began < began)
    return { periods: movePeriod(periods, { ...joining, at: began }, now), outcome: 'added' };
  if (collides(periods, -1, added)) return { periods, outcome: 'overlaps' };
  // Checks the number of periods.
  beginPeriod(periods, joining, now);
  const later = periods.findIndex((period) => period.began > began);
  return { periods: periods.toSpliced(later === -1 ? periods.length : later, 0, added), outcome: 'added' };
};

/**
 * Applies all rows of one student in a course, the earliest first. Applying them again changes nothing.
 * Outcomes are in the order of the rows.
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
