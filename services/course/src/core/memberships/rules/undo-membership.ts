import { type Entry, EXISTS, isStated, type Ledger, undo } from '@qr-attendance/statements';
import type { MembershipStatements, Period } from '../../../db/enrollment-models.ts';
import { endPeriod, hasCounted, isOpen, voidPeriod } from './periods.ts';
import { overlapsOther } from './apply-memberships.ts';
import { type CampusDays, withFormerEnd, setDays } from './period-days.ts';
import { hasMark, type MarkedClass } from './marked-classes.ts';
import { findLastPeriod, type StatedMember, type StatedRun, worldOf } from './stated-memberships.ts';

/** Merges a period with the one of the same section that follows it without a gap. */
const joinNext = (periods: Period[], index: number, now: Date): Period[] => {
  const { sectionId, ended } = periods[index] ?? {};
  const next = periods.findIndex(
    (period) =>
      !period.voided && period.sectionId === sectionId && period.began.getTime() === ended?.getTime(),
  );
  const [first, second] = [periods[index], periods[next]];
  if (!first || !second) return periods;
  return periods.with(index, withFormerEnd(first, second)).toSpliced(next, 1, ...voidPeriod(second, now));
};

type Remove = (period: Period) => Period[];

const backIn = (
  { sectionId, stated }: Period,
  { ended, end }: Pick<Period, 'ended' | 'end'>,
): Pick<Period, 'sectionId' | 'stated' | 'ended' | 'end'> => ({
  sectionId,
  ...(stated && { stated }),
  ...(ended && { ended, end }),
});

/** Moves the student back to the previous section after the end of the kept period. */
const moveBack = (
  periods: Period[],
  index: number,
  back: Pick<Period, 'sectionId' | 'stated' | 'ended' | 'end'>,
  { by, at }: Pick<StatedRun, 'by' | 'at'>,
): Period[] => {
  const left = periods[index];
  if (!left?.ended) return periods;
  const begun: Period = { ...back, by, began: left.ended, recordedAt: at, voided: false };
  if (!hasCounted(begun) || overlapsOther(periods, -1, begun)) return periods;
  return periods.toSpliced(index + 1, 0, begun);
};

/**
 * Removes a period. A period that preceded it by a move continues until its end (rule 7), unless files
 * withdrew it before.
 */
const removeAt = (
  { periods, statements }: StatedMember,
  index: number,
  remove: Remove,
  stated: StatedRun,
): Period[] => {
  const period = periods[index];
  if (!period) return periods;
  const former = periods.findIndex(
    ({ end, ended, voided }) =>
      !voided && end?.how === 'MOVED' && ended?.getTime() === period.began.getTime(),
  );
  const removed = periods.toSpliced(index, 1, ...remove(period));
  const left = removed[former];
  const ledger = left && statements[left.sectionId];
  if (!left || (ledger && ledger.entries.length > 0 && !isStated(ledger))) return removed;
  return removed[index]?.voided
    ? joinNext(removed.with(former, withFormerEnd(left, period)), former, stated.at)
    : moveBack(removed, index, backIn(left, period), stated);
};

/** Removes earlier periods in the section, too, if a file began them and a later move ended them. */
const removeMoved = (periods: Period[], last: Period, remove: Remove): Period[] => {
  // Periods of earlier releases lack `stated`, so they are matched by their author.
  const isOfFiles = (period: Period): boolean =>
    period.stated === true || (!last.stated && period.by === last.by);
  return periods.flatMap((period) =>
    !period.voided &&
    period.sectionId === last.sectionId &&
    // Excludes periods that come from a merged record.
    period.source === last.source &&
    period.end?.how === 'MOVED' &&
    isOfFiles(period)
      ? remove(period)
      : [period],
  );
};

/**
 * Reopens the period of a section that the run ended. The periods of the section to which the student was
 * moved are voided, unless the student is marked there.
 */
const reinstate = (
  periods: Period[],
  index: number,
  back: (period: Period) => Period,
  remove: Remove,
  stated: StatedRun,
): Period[] => {
  const period = periods[index];
  if (!period) return periods;
  const next = periods.findIndex(
    ({ began, voided }) =>
      !voided && period.end?.how === 'MOVED' && began.getTime() === period.ended?.getTime(),
  );
  const removed = periods.flatMap((other, at) => (at === next ? remove(other) : [other]));
  const reopened = back(withFormerEnd(period, {}));
  if (removed[next]?.voided ?? true) return removed.with(index, reopened);
  return moveBack(removed, next, backIn(reopened, reopened), stated);
};

/**
 * Extends each withdrawal of a run with the later runs of its source for the student's other sections. A student is in
 * one section, so these runs repeat the withdrawals; without them, undoing the run would bring the previous section
 * back (rule 6).
 */
const listWithdrawals = (statements: MembershipStatements, run: string): MembershipStatements => {
  const laterRuns = (sectionId: string, source: string): string[] =>
    Object.entries(statements)
      .filter(([other]) => other !== sectionId)
      .flatMap(([, { entries }]) => entries.filter((entry) => entry.source === source))
      .flatMap(({ runs }) => runs.filter((other) => other > run));
  const withLater = (sectionId: string, entry: Entry): Entry =>
    entry.values[EXISTS] === false && entry.runs.includes(run)
      ? { ...entry, runs: [...new Set([...entry.runs, ...laterRuns(sectionId, entry.source)])] }
      : entry;
  return Object.fromEntries(
    Object.entries(statements).map(([id, ledger]) => [
      id,
      { ...ledger, entries: ledger.entries.map((entry) => withLater(id, entry)) },
    ]),
  );
};

const isStatedElsewhere = ({ periods, statements }: StatedMember, sectionId: string, at: Date): boolean =>
  periods.some(
    (period) =>
      period.sectionId !== sectionId && isOpen([period], at) && isStated(statements[period.sectionId]),
  );

/**
 * Removes what a run stated (rules 5 to 7).
 * @param marked the classes of the course in which the student is marked
 */
export const undoMembership = (
  member: StatedMember,
  stated: StatedRun,
  days: CampusDays,
  marked: MarkedClass[],
): { member: StatedMember; isKept: boolean } => {
  let { periods } = member;
  let statements = listWithdrawals(member.statements, stated.run);
  let isKept = false;
  /** People have ended what the run stated. */
  let hasEnded = false;
  /** Ends a period in which the student is marked, and voids other periods. */
  const remove: Remove = (period) => {
    const { by, at } = stated;
    if (!hasMark(period, marked, at)) return voidPeriod(period, at);
    isKept = true;
    // The section to which the student was moved no longer continues this period.
    const isEnded = !isOpen([period], at) && period.end?.how !== 'MOVED';
    return isEnded ? [period] : endPeriod([period], { how: 'LEFT', by }, at);
  };
  const isOfRun = ([, ledger]: [string, Ledger]) =>
    ledger.entries.some(({ runs }) => runs.includes(stated.run));
  // Undoes additions first, so that a section left by a move is free again.
  const touched = Object.entries(statements)
    .filter(isOfRun)
    .toSorted(([, one], [, other]) => Number(isStated(other)) - Number(isStated(one)));
  for (const [sectionId, ledger] of touched) {
    // Once the other section is voided, the student is in this section again if the run ended it.
    const world = worldOf(member, sectionId, stated, days);
    const { ledger: left, effect } = undo(ledger, stated.run, world, stated.ranking);
    const { [sectionId]: _former, ...others } = statements;
    statements = left ? { ...others, [sectionId]: left } : others;
    const isEnded = world === undefined && isStated(ledger) && !isStated(left);
    hasEnded ||= isEnded;
    isKept ||= isEnded || effect.kept.length > 0;
    const index = findLastPeriod(periods, sectionId);
    const period = periods[index];
    if (!period) continue;
    // No source states this section, and a later file states the student's current one.
    const isElsewhere = !isStated(left) && isStatedElsewhere({ periods, statements }, sectionId, stated.at);
    if (effect.existence === 'reinstate' && (isElsewhere || hasEnded)) continue;
    switch (effect.existence) {
      case 'remove':
        periods = removeMoved(removeAt({ periods, statements }, index, remove, stated), period, remove);
        break;
      case 'void-restated':
        periods = removeAt({ periods, statements }, index, remove, stated);
        break;
      case 'void-former': {
        const former = findLastPeriod(periods.slice(0, index), sectionId);
        periods = removeAt({ periods, statements }, former, remove, stated);
        break;
      }
      case 'reinstate':
        periods = reinstate(
          periods,
          index,
          (reopened) => setDays(reopened, effect.set, stated, days),
          remove,
          stated,
        );
        break;
      default: {
        if (Object.keys(effect.set).length === 0) break;
        const changed = setDays(period, effect.set, stated, days);
        if (overlapsOther(periods, index, changed)) isKept = true;
        else periods = periods.with(index, changed);
      }
    }
  }
  return { member: { periods, statements }, isKept };
};
