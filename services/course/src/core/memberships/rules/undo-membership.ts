import { type Ledger, undo, type Values, ONLY_FILES } from '@qr-attendance/statements';
import type { Period } from '../../../db/enrollment-models.ts';
import { voidPeriod } from './periods.ts';
import {
  type CampusDays,
  findLast,
  isStated,
  momentOf,
  type StatedMember,
  type StatedRun,
  worldOf,
} from './stated-memberships.ts';

/** Without its end, or with the one that it had before. */
const reopen = ({ ended: _ended, end: _end, ...period }: Period, former: Pick<Period, 'ended' | 'end'>) => ({
  ...period,
  ...(former.ended && { ended: former.ended, end: former.end }),
});

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

const setDays = (period: Period, values: Values, { by, at }: StatedRun, days: CampusDays): Period => {
  const began = momentOf(values['began'], days) ?? period.began;
  if (!('ended' in values)) return { ...period, began };
  const ended = momentOf(values['ended'], days);
  const end = { how: 'LEFT' as const, by, recordedAt: at };
  return { ...reopen(period, ended ? { ended, end } : {}), began };
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
    const { ledger: left, effect } = undo(ledger, stated.run, world, ONLY_FILES);
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
      default:
        if (effect.existence === 'reinstate' || Object.keys(effect.set).length > 0)
          periods = periods.with(
            index,
            setDays(effect.existence === 'reinstate' ? reopen(period, {}) : period, effect.set, stated, days),
          );
    }
  }
  return { member: { periods, statements }, isKept };
};
