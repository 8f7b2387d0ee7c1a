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

export interface StatedMember {
  periods: Period[];
  statements: MembershipStatements;
}

export interface StatedMembership {
  studentId: string;
  sectionId: string;
  began?: string | undefined;
  ended?: string | undefined;
}

export interface StatedRun {
  run: string;
  /** The source of the file, and the ranks of all sources. */
  source: string;
  ranking: Ranking;
  /** Earlier runs can no longer be undone. */
  oldestRun?: string | undefined;
  by: string;
  at: Date;
  /** Lines do not override what people have changed since the last file. */
  keepsLocalChanges?: boolean | undefined;
  /** Lines also apply values that were declined before. */
  takesUp?: boolean | undefined;
}

const write = (moment: Date, { startOf, dayOf }: CampusDays): string => {
  const day = dayOf(moment);
  return startOf(day).getTime() === moment.getTime() ? day : moment.toISOString();
};

export const findLastPeriod = (periods: Period[], sectionId: string): number =>
  periods.findLastIndex((period) => period.sectionId === sectionId && !period.voided);

/** The current membership. A membership that a file ended exists as long as the file states it. */
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
 * Withdraws the source's statements about sections that the student has left, because of this line or of
 * local changes before it.
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
    // Keeps the statement of a section that people have ended, so that repeating the line does not move the
    // student back.
    if (world === undefined && !isStatedNow) continue;
    if (world !== undefined && isOutranked(ledger, source, ranking)) return undefined;
    if (isStatedBy(ledger, source))
      statements = { ...statements, [sectionId]: withdraw(ledger, { source, run }, world, ranking).ledger };
  }
  return statements;
};

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

/** The days that people changed since the last file, and that the next state changes again (rule 2). */
export const findMembershipOverrides = (
  [before, after]: [StatedMember, StatedMember],
  stated: StatedRun,
  days: CampusDays,
): string[] =>
  Object.entries(before.statements).flatMap(([sectionId, ledger]) => {
    const worlds = [before, after].map((member) => worldOf(member, sectionId, stated, days));
    return findOverrides(ledger, worlds as [World, World], stated.ranking);
  });

/** Applies a line as the difference from the last statement (rules 1 and 2 of statements). */
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
  if (stated.keepsLocalChanges) {
    const overrides = findOverrides(before, [world, world && { ...world, ...effect.set }], ranking);
    if (overrides.length > 0) ({ ledger, effect } = apply(overrides));
  }
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

/** Finds the section that another source states, and from which this membership moved the student. */
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

/**
 * Ends the membership in a section. If another source states the section from which the student came, the
 * student returns there.
 */
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
 * Ends a membership that a complete file omits, unless another source states it, whose days then apply (rule
 * 15). A membership without a statement is kept (rule 16).
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
