import { type Entry, EXISTS, isStated, type Ledger, undo } from '@qr-attendance/statements';
import type { MembershipStatements, Period } from '../../../db/enrollment-models.ts';
import { isOpen, voidPeriod } from './periods.ts';
import { collides } from './apply-memberships.ts';
import { type CampusDays, reopen, setDays } from './period-days.ts';
import { findLast, type StatedMember, type StatedRun, worldOf } from './stated-memberships.ts';

/** A period of the same section that follows without a gap becomes a part of this one. */
const joinNext = (periods: Period[], index: number, now: Date): Period[] => {
  const { sectionId, ended } = periods[index] ?? {};
  const next = periods.findIndex(
    (period) =>
      !period.voided && period.sectionId === sectionId && period.began.getTime() === ended?.getTime(),
  );
  const [first, second] = [periods[index], periods[next]];
  if (!first || !second) return periods;
  return periods.with(index, reopen(first, second)).toSpliced(next, 1, ...voidPeriod(second, now));
};

/** Voids a period. A period that it continued by a move lasts on as long (rule 7), unless files withdrew it before. */
const voidAt = ({ periods, statements }: StatedMember, index: number, now: Date): Period[] => {
  const period = periods[index];
  if (!period) return periods;
  const former = periods.findIndex(
    ({ end, ended, voided }) =>
      !voided && end?.how === 'MOVED' && ended?.getTime() === period.began.getTime(),
  );
  const voided = periods.toSpliced(index, 1, ...voidPeriod(period, now));
  const left = voided[former];
  const ledger = left && statements[left.sectionId];
  if (ledger && ledger.entries.length > 0 && !isStated(ledger)) return voided;
  return left ? joinNext(voided.with(former, reopen(left, period)), former, now) : voided;
};

/** Voids also the earlier periods that files began in the section, and that later moves ended. */
const voidMoved = (periods: Period[], { sectionId, by }: Period, now: Date): Period[] =>
  periods.flatMap((period) =>
    !period.voided && period.sectionId === sectionId && period.by === by && period.end?.how === 'MOVED'
      ? voidPeriod(period, now)
      : [period],
  );

/** The withdrawal moved the student to the section of another source, where they never were. */
const voidRevealed = (periods: Period[], { ended, end }: Period, now: Date): Period[] => {
  if (end?.how !== 'MOVED') return periods;
  return periods.flatMap((period) =>
    !period.voided && period.began.getTime() === ended?.getTime() ? voidPeriod(period, now) : [period],
  );
};

/**
 * Adds the later runs that state or withdraw other sections to the withdrawals by a run. A student is in one section, so
 * these runs repeat what the run withdrew, and without it the former section would be back (rule 6).
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

/** Removes what a run stated (rules 5 to 7). */
export const undoMembership = (
  member: StatedMember,
  stated: StatedRun,
  days: CampusDays,
): { member: StatedMember; isKept: boolean } => {
  let { periods } = member;
  let statements = listWithdrawals(member.statements, stated.run);
  let isKept = false;
  /** People ended what the run stated. */
  let hasEnded = false;
  const isOfRun = ([, ledger]: [string, Ledger]) =>
    ledger.entries.some(({ runs }) => runs.includes(stated.run));
  // Memberships that the run added go first, so that a section that was left by a move is free again.
  const touched = Object.entries(statements)
    .filter(isOfRun)
    .toSorted(([, one], [, other]) => Number(isStated(other)) - Number(isStated(one)));
  for (const [sectionId, ledger] of touched) {
    // A section that the run left is there again once the other one is voided, which nobody changed.
    const world = worldOf(member, sectionId, stated, days);
    const { ledger: left, effect } = undo(ledger, stated.run, world, stated.ranking);
    const { [sectionId]: _former, ...others } = statements;
    statements = left ? { ...others, [sectionId]: left } : others;
    const isEnded = world === undefined && isStated(ledger) && !isStated(left);
    hasEnded ||= isEnded;
    isKept ||= isEnded || effect.kept.length > 0;
    const index = findLast(periods, sectionId);
    const period = periods[index];
    if (!period) continue;
    // Nobody states this section, and a file that came later states the one where the student is.
    const isElsewhere = !isStated(left) && isStatedElsewhere({ periods, statements }, sectionId, stated.at);
    if (effect.existence === 'reinstate' && (isElsewhere || hasEnded)) continue;
    switch (effect.existence) {
      case 'remove':
        periods = voidMoved(voidAt({ periods, statements }, index, stated.at), period, stated.at);
        break;
      case 'void-restated':
        periods = voidAt({ periods, statements }, index, stated.at);
        break;
      case 'void-former': {
        const former = findLast(periods.slice(0, index), sectionId);
        periods = voidAt({ periods, statements }, former, stated.at);
        break;
      }
      case 'reinstate':
        periods = voidRevealed(
          periods.with(index, setDays(reopen(period, {}), effect.set, stated, days)),
          period,
          stated.at,
        );
        break;
      default: {
        if (Object.keys(effect.set).length === 0) break;
        const changed = setDays(period, effect.set, stated, days);
        if (collides(periods, index, changed)) isKept = true;
        else periods = periods.with(index, changed);
      }
    }
  }
  return { member: { periods, statements }, isKept };
};
