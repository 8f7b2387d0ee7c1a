import {
  effectiveValues,
  exists,
  findOverrides,
  isOutranked,
  isStated,
  isStatedBy,
  type Ranking,
  state,
  type Values,
  withdraw,
  type World,
} from '@qr-attendance/statements';
import type { MembershipStatements, Period } from '../../../db/enrollment-models.ts';
import { applyMemberships, overlapsOther, type RowOutcome } from './apply-memberships.ts';
import { type CampusDays, momentOf, setDays } from './period-days.ts';
import { coversMoment, endPeriod, isOpen, movePeriod } from './periods.ts';

/** The periods of a student in a course, and by section what files stated about them. */
export interface StatedMember {
  periods: Period[];
  statements: MembershipStatements;
}

/** A line of a file. Days are those of the campus. */
export interface StatedMembership {
  studentId: string;
  sectionId: string;
  began?: string | undefined;
  ended?: string | undefined;
}

export interface StatedRun {
  run: string;
  /** The source of the file, and the ranks of all. */
  source: string;
  ranking: Ranking;
  /** Earlier runs can no longer be undone. */
  oldestRun?: string | undefined;
  by: string;
  at: Date;
  /** Lines do not override what people have changed since the last file. */
  keepsLocalChanges?: boolean | undefined;
  /** Lines also apply values that were left out before. */
  takesUp?: boolean | undefined;
}

const write = (moment: Date, { startOf, dayOf }: CampusDays): string => {
  const day = dayOf(moment);
  return startOf(day).getTime() === moment.getTime() ? day : moment.toISOString();
};

export const findLastPeriod = (periods: Period[], sectionId: string): number =>
  periods.findLastIndex((period) => period.sectionId === sectionId && !period.voided);

/** The membership as it is. One that a file ended is there as long as the file states it. */
export const worldOf = (
  { periods, statements }: StatedMember,
  sectionId: string,
  { at }: Pick<StatedRun, 'at'>,
  days: CampusDays,
): World => {
  const period = periods[findLastPeriod(periods, sectionId)];
  const endedByFile = period?.end?.how === 'LEFT' && isStated(statements[sectionId]);
  if (!period || (!isOpen([period], at) && !endedByFile)) return undefined;
  return { began: write(period.began, days), ended: period.ended ? write(period.ended, days) : null };
};

const valuesOf = ({ began, ended }: StatedMembership): Values => ({
  ...(began !== undefined && { began }),
  ...((began !== undefined || ended !== undefined) && { ended: ended ?? null }),
});

/**
 * The student is no longer in these sections, by this line or by people before it, so the source no longer states them.
 * @returns undefined if the line moves the student out of a section that a higher source states (rule 15)
 */
const withdrawMoved = (
  before: StatedMember,
  after: StatedMember,
  stated: StatedRun & { isStatedNow: boolean },
  days: CampusDays,
): MembershipStatements | undefined => {
  const { run, source, ranking, isStatedNow } = stated;
  let { statements } = after;
  for (const [sectionId, ledger] of Object.entries(after.statements)) {
    if (worldOf(after, sectionId, stated, days) !== undefined) continue;
    const world = worldOf(before, sectionId, stated, days);
    // The same line later leaves a student where people have moved them.
    if (world === undefined && !isStatedNow) continue;
    if (world !== undefined && isOutranked(ledger, source, ranking)) return undefined;
    if (isStatedBy(ledger, source))
      statements = { ...statements, [sectionId]: withdraw(ledger, { source, run }, world, ranking).ledger };
  }
  return statements;
};

/** A higher source has moved the student from this section to another one (rule 15). */
const isMovedByHigher = (
  { periods, statements }: StatedMember,
  sectionId: string,
  { source, ranking, at }: StatedRun,
): boolean => {
  const current = periods.find((period) => coversMoment(period, at));
  const ledger = current && statements[current.sectionId];
  if (!ledger || current.sectionId === sectionId || !isOutranked(ledger, source, ranking)) return false;
  return statements[sectionId] !== undefined && isStatedBy(statements[sectionId], source);
};

/** The days that people have changed since the last file, and that the next state has others of (rule 2). */
export const findMembershipOverrides = (
  [before, after]: [StatedMember, StatedMember],
  stated: StatedRun,
  days: CampusDays,
): string[] =>
  Object.entries(before.statements).flatMap(([sectionId, ledger]) => {
    const worlds = [before, after].map((member) => worldOf(member, sectionId, stated, days));
    return findOverrides(ledger, worlds as [World, World], stated.ranking);
  });

/** Applies what a line states since the last file (rules 1 and 2 of statements). */
export const stateMembership = (
  member: StatedMember,
  line: StatedMembership,
  stated: StatedRun,
  days: CampusDays,
): { member: StatedMember; outcome: RowOutcome } => {
  const { studentId, sectionId } = line;
  const { run, source, ranking, oldestRun, takesUp = false } = stated;
  const world = worldOf(member, sectionId, stated, days);
  const before = member.statements[sectionId];
  const apply = (declined: string[]) =>
    state(before, { source, run, oldestRun, values: valuesOf(line), declined, takesUp }, world, ranking);
  let { ledger, effect } = apply([]);
  const isChanged = ledger.entries.length > (before?.entries.length ?? 0);
  if (isChanged && isMovedByHigher(member, sectionId, stated)) return { member, outcome: 'overlaps' };
  const overrides = findOverrides(before, [world, world && { ...world, ...effect.set }], ranking);
  if (stated.keepsLocalChanges && overrides.length > 0) ({ ledger, effect } = apply(overrides));
  const statements = { ...member.statements, [sectionId]: ledger };
  const isStatedNow = !before || !isStatedBy(before, source);
  if (effect.existence === 'none' && Object.keys(effect.set).length === 0) {
    const same = { ...member, statements };
    const left = withdrawMoved(member, same, { ...stated, isStatedNow }, days);
    return { member: { ...same, statements: left ?? statements }, outcome: 'unchanged' };
  }
  const { began, ended } = effectiveValues(ledger, ranking);
  const row = {
    studentId,
    sectionId,
    began: momentOf(began, days),
    ended: momentOf(ended, days),
    stated: true as const,
  };
  const { periods, outcomes } = applyMemberships(member.periods, [row], stated.by, stated.at);
  const left = withdrawMoved(member, { periods, statements }, { ...stated, isStatedNow }, days);
  if (!left) return { member, outcome: 'overlaps' };
  return { member: { periods, statements: left }, outcome: outcomes[0] ?? 'unchanged' };
};

/** The section that another source states, and from which this membership took the student by a move. */
const findMovedFrom = (
  { periods, statements }: StatedMember,
  { sectionId, began }: Period,
  { ranking }: StatedRun,
): string | undefined => {
  const former = periods.find(
    ({ voided, end, ended }) => !voided && end?.how === 'MOVED' && ended?.getTime() === began.getTime(),
  );
  const ledger = former && former.sectionId !== sectionId ? statements[former.sectionId] : undefined;
  return ledger && isStated(ledger) && exists(ledger, ranking) ? former?.sectionId : undefined;
};

/** The periods without a section that has ended. Where another source states a section, the student is back there. */
const endSection = (member: StatedMember, sectionId: string, stated: StatedRun): Period[] => {
  const { by, at } = stated;
  const last = member.periods[findLastPeriod(member.periods, sectionId)];
  const former = last && isOpen([last], at) ? findMovedFrom(member, last, stated) : undefined;
  if (last && former !== undefined) {
    const begins = last.began > at ? last.began : at;
    return movePeriod(member.periods, last, { sectionId: former, by, at: begins, stated: true }, at);
  }
  return member.periods.flatMap((period) =>
    period.sectionId === sectionId && isOpen([period], at)
      ? endPeriod([period], { how: 'LEFT', by }, at)
      : [period],
  );
};

/**
 * Ends what a complete file lacks, unless another source states it, whose days then count (rule 15). A membership that no
 * file stated stays (rule 16).
 */
export const withdrawMembership = (
  member: StatedMember,
  sectionId: string,
  stated: StatedRun,
  days: CampusDays,
): StatedMember => {
  const { run, source, ranking, oldestRun } = stated;
  const world = worldOf(member, sectionId, stated, days);
  const { ledger, effect } = withdraw(
    member.statements[sectionId],
    { source, run, oldestRun },
    world,
    ranking,
  );
  const statements = { ...member.statements, [sectionId]: ledger };
  if (effect.existence === 'withdraw') return { periods: endSection(member, sectionId, stated), statements };
  const index = findLastPeriod(member.periods, sectionId);
  const period = member.periods[index];
  if (!period || !world || Object.keys(effect.set).length === 0) return { ...member, statements };
  const changed = setDays(period, effect.set, stated, days);
  if (overlapsOther(member.periods, index, changed)) return { ...member, statements };
  return { periods: member.periods.with(index, changed), statements };
};
