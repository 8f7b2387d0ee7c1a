import type { Period } from '../../../db/enrollment-models.ts';
import { voidPeriod } from './periods.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const endOf = ({ ended }: Period): number => ended?.getTime() ?? FOREVER;

/**
 * The parts of a merged record's period that count in addition to one of the student's periods. In the past,
 * the student may have been in both sections; from now on, only in one.
 */
const without = (period: Period, other: Period, now: Date): Period[] => {
  const isSameSection = period.sectionId === other.sectionId;
  const from = isSameSection || other.began > now ? other.began : now;
  const [began, ended] = [from.getTime(), endOf(other)];
  if (ended <= began || began >= endOf(period) || ended <= period.began.getTime()) return [period];
  const before: Period = {
    ...period,
    ended: from,
    end: { how: 'MOVED', by: null, recordedAt: now },
  };
  return [
    ...(period.began < from ? [before] : []),
    ...(other.ended && ended < endOf(period) ? [{ ...period, began: other.ended }] : []),
  ];
};

const isCopyOf = (copy: Period, period: Period, source: string): boolean =>
  copy.source === source &&
  !copy.voided &&
  copy.sectionId === period.sectionId &&
  copy.recordedAt.getTime() === period.recordedAt.getTime();

/**
 * Adds the periods of a merged record, except where the student already has periods in the same section. Each added
 * period names its source, so that an undo finds it. Idempotent.
 */
export const addPeriodsOf = (source: string, theirs: Period[], own: Period[], now: Date): Period[] => {
  const counting = own.filter(({ voided }) => !voided);
  const missing = theirs.filter(
    (period) => !period.voided && !own.some((copy) => isCopyOf(copy, period, source)),
  );
  if (missing.length === 0) return own;
  const added = missing
    .flatMap((period) =>
      counting.reduce<Period[]>(
        (parts, other) => parts.flatMap((part) => without(part, other, now)),
        [period],
      ),
    )
    .map((part) => ({ ...part, source }));
  // The last period determines why the student is no longer in the course. If several periods end at the same time, the
  // period that began last counts.
  const inOrder = [...counting, ...added].toSorted((one, other) => {
    const [end, otherEnd] = [endOf(one), endOf(other)];
    return end === otherEnd ? one.began.getTime() - other.began.getTime() : end - otherEnd;
  });
  return [...own.filter(({ voided }) => voided), ...inOrder];
};

/** Voids the periods that a merged record added. Idempotent. */
export const removePeriodsOf = (source: string, periods: Period[], now: Date): Period[] => {
  const isTheirs = (period: Period) => period.source === source && !period.voided;
  const theirs = periods.filter(isTheirs);
  if (theirs.length === 0) return periods;
  return [...theirs.flatMap((period) => voidPeriod(period, now)), ...periods.filter((one) => !isTheirs(one))];
};
