import {
  effectiveValues,
  findOverrides,
  type Ledger,
  state,
  type Values,
  withdraw,
  type World,
  FILES,
  ONLY_FILES,
} from '@qr-attendance/statements';
import type { MembershipStatements, Period } from '../../../db/enrollment-models.ts';
import { applyMemberships, type RowOutcome } from './apply-memberships.ts';
import { endPeriod, isOpen } from './periods.ts';

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
  by: string;
  at: Date;
  /** The line does not override what people have changed since the last file. */
  keepsLocalChanges?: boolean | undefined;
}

export interface CampusDays {
  startOf: (day: string) => Date;
  dayOf: (moment: Date) => string;
}

export const momentOf = (value: unknown, { startOf }: CampusDays): Date | undefined => {
  if (typeof value !== 'string') return undefined;
  return value.includes('T') ? new Date(value) : startOf(value);
};
const write = (moment: Date, { startOf, dayOf }: CampusDays): string => {
  const day = dayOf(moment);
  return startOf(day).getTime() === moment.getTime() ? day : moment.toISOString();
};

export const isStated = (ledger: Ledger | undefined): boolean =>
  ledger?.entries.at(-1)?.values['exists'] === true;
export const findLast = (periods: Period[], sectionId: string): number =>
  periods.findLastIndex((period) => period.sectionId === sectionId && !period.voided);

/** The membership as it is. One that a file ended is there as long as the file states it. */
export const worldOf = (
  { periods, statements }: StatedMember,
  sectionId: string,
  { at }: StatedRun,
  days: CampusDays,
): World => {
  const period = periods[findLast(periods, sectionId)];
  const endedByFile = period?.end?.how === 'LEFT' && isStated(statements[sectionId]);
  if (!period || (!isOpen([period], at) && !endedByFile)) return undefined;
  return { began: write(period.began, days), ended: period.ended ? write(period.ended, days) : null };
};

const valuesOf = ({ began, ended }: StatedMembership): Values => ({
  ...(began !== undefined && { began }),
  ...((began !== undefined || ended !== undefined) && { ended: ended ?? null }),
});

/** The student was moved out of these sections, so the source no longer states them. */
const withdrawMoved = (
  before: StatedMember,
  after: StatedMember,
  stated: StatedRun,
  days: CampusDays,
): MembershipStatements =>
  Object.fromEntries(
    Object.entries(after.statements).map(([sectionId, ledger]) => {
      const world = worldOf(before, sectionId, stated, days);
      const isMoved = world !== undefined && worldOf(after, sectionId, stated, days) === undefined;
      const withdrawal = { source: FILES, run: stated.run };
      return [sectionId, isMoved ? withdraw(ledger, withdrawal, world, ONLY_FILES).ledger : ledger];
    }),
  );

/** The days that people have changed since the last file, and that the next state has others of (rule 2). */
export const findMembershipOverrides = (
  [before, after]: [StatedMember, StatedMember],
  stated: StatedRun,
  days: CampusDays,
): string[] =>
  Object.entries(before.statements).flatMap(([sectionId, ledger]) => {
    const worlds = [before, after].map((member) => worldOf(member, sectionId, stated, days));
    return findOverrides(ledger, worlds as [World, World], ONLY_FILES);
  });

/** Applies what a line states since the last file (rules 1 and 2 of statements). */
export const stateMembership = (
  member: StatedMember,
  line: StatedMembership,
  stated: StatedRun,
  days: CampusDays,
): { member: StatedMember; outcome: RowOutcome } => {
  const { studentId, sectionId } = line;
  const world = worldOf(member, sectionId, stated, days);
  const before = member.statements[sectionId];
  const apply = (declined: string[]) =>
    state(before, { source: FILES, run: stated.run, values: valuesOf(line), declined }, world, ONLY_FILES);
  let { ledger, effect } = apply([]);
  const overrides = findOverrides(before, [world, world && { ...world, ...effect.set }], ONLY_FILES);
  if (stated.keepsLocalChanges && overrides.length > 0) ({ ledger, effect } = apply(overrides));
  const statements = { ...member.statements, [sectionId]: ledger };
  if (effect.existence === 'none' && Object.keys(effect.set).length === 0)
    return { member: { ...member, statements }, outcome: 'unchanged' };
  const { began, ended } = effectiveValues(ledger, ONLY_FILES);
  const row = { studentId, sectionId, began: momentOf(began, days), ended: momentOf(ended, days) };
  const { periods, outcomes } = applyMemberships(member.periods, [row], stated.by, stated.at);
  const after = { periods, statements };
  return {
    member: { periods, statements: withdrawMoved(member, after, stated, days) },
    outcome: outcomes[0] ?? 'unchanged',
  };
};

/** Ends what a complete file lacks. A membership that no file stated stays (rule 16). */
export const withdrawMembership = (
  member: StatedMember,
  sectionId: string,
  stated: StatedRun,
  days: CampusDays,
): StatedMember => {
  const world = worldOf(member, sectionId, stated, days);
  const withdrawal = { source: FILES, run: stated.run };
  const { ledger, effect } = withdraw(member.statements[sectionId], withdrawal, world, ONLY_FILES);
  const statements = { ...member.statements, [sectionId]: ledger };
  if (effect.existence !== 'withdraw') return { ...member, statements };
  const ending = { how: 'LEFT' as const, by: stated.by };
  const periods = member.periods.flatMap((period) =>
    period.sectionId === sectionId && isOpen([period], stated.at)
      ? endPeriod([period], ending, stated.at)
      : [period],
  );
  return { periods, statements };
};
