import { isStated, type Ledger, undo } from '@qr-attendance/statements';
import type { Period } from '../../../db/enrollment-models.ts';
import { voidPeriod } from './periods.ts';
import { collides } from './apply-memberships.ts';
import { type CampusDays, reopen, setDays } from './period-days.ts';
import { findLast, type StatedMember, type StatedRun, worldOf } from './stated-memberships.ts';

/** Voids a period. A period that it continued by a move lasts on as long (rule 7). */
const voidAt = (periods: Period[], index: number, now: Date): Period[] => {
  const period = periods[index];
  if (!period) return periods;
  const former = periods.findIndex(
    ({ end, ended, voided }) =>
      !voided && end?.how === 'MOVED' && ended?.getTime() === period.began.getTime(),
  );
  const voided = periods.toSpliced(index, 1, ...voidPeriod(period, now));
  const left = voided[former];
  return left ? voided.with(former, reopen(left, period)) : voided;
};

/** The withdrawal moved the student to the section of another source, where they never were. */
const voidRevealed = (periods: Period[], { ended, end }: Period, now: Date): Period[] => {
  if (end?.how !== 'MOVED') return periods;
  return periods.flatMap((period) =>
    !period.voided && period.began.getTime() === ended?.getTime() ? voidPeriod(period, now) : [period],
  );
};

/** Removes what a run stated (rules 5 to 7). */
export const undoMembership = (
  member: StatedMember,
  stated: StatedRun,
  days: CampusDays,
): { member: StatedMember; isKept: boolean } => {
  let { periods, statements } = member;
  let isKept = false;
  const isOfRun = ([, ledger]: [string, Ledger]) =>
    ledger.entries.some(({ runs }) => runs.includes(stated.run));
  // Memberships that the run added go first, so that a section that was left by a move is free again.
  const touched = Object.entries(statements)
    .filter(isOfRun)
    .toSorted(([, one], [, other]) => Number(isStated(other)) - Number(isStated(one)));
  for (const [sectionId, ledger] of touched) {
    const world = worldOf({ periods, statements }, sectionId, stated, days);
    const { ledger: left, effect } = undo(ledger, stated.run, world, stated.ranking);
    const { [sectionId]: _former, ...others } = statements;
    statements = left ? { ...others, [sectionId]: left } : others;
    // People ended what the run stated.
    const isEnded = world === undefined && isStated(ledger) && !isStated(left);
    isKept ||= isEnded || effect.kept.length > 0;
    const index = findLast(periods, sectionId);
    const period = periods[index];
    if (!period) continue;
    switch (effect.existence) {
      case 'remove':
      case 'void-restated':
        periods = voidAt(periods, index, stated.at);
        break;
      case 'void-former': {
        const former = findLast(periods.slice(0, index), sectionId);
        periods = voidAt(periods, former, stated.at);
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
