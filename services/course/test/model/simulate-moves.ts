import { isDeepStrictEqual } from 'node:util';
import { EXISTS, ONLY_FILES } from '@qr-attendance/statements';
import { overlapsOther } from '../../src/core/memberships/rules/apply-memberships.ts';
import { endPeriod, hasCounted, isOpen, movePeriod } from '../../src/core/memberships/rules/periods.ts';
import { hasMark, type MarkedClass } from '../../src/core/memberships/rules/marked-classes.ts';
import {
  type StatedMember,
  stateMembership,
  withdrawMembership,
} from '../../src/core/memberships/rules/stated-memberships.ts';
import { undoMembership } from '../../src/core/memberships/rules/undo-membership.ts';
import type { Period } from '../../src/db/enrollment-models.ts';
import { createMoveClaims } from './move-claims.ts';
import { type MoveStep, type MoveStory, type SectionName, SECTIONS } from './move-stories.ts';

export interface MoveRules {
  state: typeof stateMembership;
  withdraw: typeof withdrawMembership;
  undo: typeof undoMembership;
}
export const MOVE_RULES: MoveRules = {
  state: stateMembership,
  withdraw: withdrawMembership,
  undo: undoMembership,
};

const DAYS = {
  startOf: (day: string) => new Date(`${day}T00:00:00.000Z`),
  dayOf: (moment: Date) => moment.toISOString().slice(0, 10),
};
const [STUDENT, TEACHER, OFFICE, SOURCE] = ['student', 'teacher', 'office', 'files'];

export type OfficeOf = (run: string, isUndone: boolean) => string;

/**
 * Finds a difference between periods and a log of claims, a mark without a period, or overlapping periods.
 */
export const findProblem = (
  periods: Period[],
  { wanted, marked, now }: { wanted: string | null; marked: MarkedClass[]; now: Date },
): object | undefined => {
  const open = periods.filter((period) => isOpen([period], now)).map(({ sectionId }) => sectionId);
  if (!isDeepStrictEqual(open, wanted === null ? [] : [wanted])) return { open, wanted };
  const later = new Date(now.getTime() + 1);
  const lost = marked.filter((mark) => !periods.some((one) => hasMark(one, [mark], later)));
  if (lost.length > 0) return { lost, periods };
  const counted = periods.filter(hasCounted);
  return counted.some((one, index) => overlapsOther(counted, index, one)) ? { counted } : undefined;
};

/**
 * Applies each step of a story to the rules and to a log of all claims, and compares the section afterwards.
 * @returns the periods at the end
 */
export const simulateMoves = (
  rules: MoveRules,
  story: MoveStory,
  officeOf: OfficeOf = () => OFFICE,
): Period[] => {
  let member: StatedMember = { periods: [], statements: {} };
  const claims = createMoveClaims();
  let minutes = 0;
  const runs: string[] = [];
  const past: unknown[] = [];
  const marked: MarkedClass[] = [];
  const now = () => new Date(Date.UTC(2026, 9, 5, 8, minutes));
  const statedBy = (run: string, isUndone = false) => ({
    run,
    source: SOURCE,
    ranking: ONLY_FILES,
    by: officeOf(run, isUndone),
    at: now(),
  });

  const applyFile = (section: SectionName | null, complete: boolean): void => {
    const run = String(runs.length).padStart(3, '0');
    runs.push(run);
    if (section !== null)
      ({ member } = rules.state(member, { studentId: STUDENT, sectionId: section }, statedBy(run), DAYS));
    for (const other of complete ? SECTIONS : []) {
      const isStated = member.statements[other]?.entries.at(-1)?.values[EXISTS] === true;
      if (other !== section && isStated) member = rules.withdraw(member, other, statedBy(run), DAYS);
    }
    claims.applyFile(section, run);
  };
  const applyUndo = (run: string): void => {
    ({ member } = rules.undo(member, statedBy(run, true), DAYS, marked));
    claims.undo(run);
  };
  const current = () => member.periods.find((period) => isOpen([period], now()));

  const apply = (step: MoveStep): void => {
    const period = current();
    if (step.type === 'file') applyFile(step.section, false);
    else if (step.type === 'complete') applyFile(step.section, true);
    else if (step.type === 'undo') {
      const run = runs.at(-1 - (step.back % Math.max(1, runs.length)));
      if (run !== undefined) applyUndo(run);
    } else if (!period) return;
    else if (step.type === 'mark')
      marked.push({ sectionIds: [period.sectionId], startTime: now(), endedAt: now() });
    else if (step.type === 'move') {
      // The step is skipped: moving back to an earlier section leaves no lasting change in the periods.
      if (member.periods.some(({ sectionId }) => sectionId === step.section)) return;
      const { section: sectionId } = step;
      const periods = movePeriod(member.periods, period, { sectionId, by: TEACHER, at: now() }, now());
      member = { ...member, periods };
      claims.claimOfTeacher(sectionId);
    } else {
      const periods = member.periods.flatMap((one) =>
        one === period ? endPeriod([one], { how: 'REMOVED', by: TEACHER }, now()) : [one],
      );
      member = { ...member, periods };
      claims.claimOfTeacher(null);
    }
  };
  const expectSame = (): void => {
    const problem = findProblem(member.periods, { wanted: claims.section(), marked, now: now() });
    if (problem) throw new Error(JSON.stringify({ past, problem }));
  };

  const tell = (step: MoveStep): void => {
    minutes += 1;
    past.push(step);
    apply(step);
    expectSame();
  };
  for (const step of story.steps) tell(step);
  for (const run of story.undoesAll ? runs.toReversed() : []) {
    minutes += 1;
    past.push({ undone: run });
    applyUndo(run);
    expectSame();
  }
  return member.periods;
};
