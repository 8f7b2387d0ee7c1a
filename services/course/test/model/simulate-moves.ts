import { isDeepStrictEqual } from 'node:util';
import { EXISTS, ONLY_FILES } from '@qr-attendance/statements';
import { collides } from '../../src/core/memberships/rules/apply-memberships.ts';
import { endPeriod, hasCounted, isOpen, movePeriod } from '../../src/core/memberships/rules/periods.ts';
import { hasMark, type MarkedClass } from '../../src/core/memberships/rules/marked-classes.ts';
import {
  type StatedMember,
  stateMembership,
  withdrawMembership,
} from '../../src/core/memberships/rules/stated-memberships.ts';
import { undoMembership } from '../../src/core/memberships/rules/undo-membership.ts';
import type { Period } from '../../src/db/enrollment-models.ts';
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

/** Who imports the file of a run, and who undoes it. */
export type OfficeOf = (run: string, isUndone: boolean) => string;

/** A claim about the section of the student; null means none. */
interface Claim {
  section: SectionName | null;
  /** Empty for a claim of a teacher. */
  runs: Set<string>;
  isOfTeacher: boolean;
}

const lastStated = (claims: Claim[]): Claim | undefined => claims.findLast(({ isOfTeacher }) => !isOfTeacher);
/** The section is that of the last claim that is left. A file ends only what files stated (rule 16). */
const sectionOf = (claims: Claim[]): SectionName | null => {
  const last = claims.at(-1);
  if (!last) return null;
  const before = claims.slice(0, -1);
  const former = sectionOf(before);
  if (last.isOfTeacher || last.section !== null) return last.section;
  return former === lastStated(before)?.section ? null : former;
};

/**
 * Applies each step of a story to the rules and to a log of all claims, and expects the same section after it.
 * @returns the periods at the end
 */
export const simulateMoves = (
  rules: MoveRules,
  story: MoveStory,
  officeOf: OfficeOf = () => OFFICE,
): Period[] => {
  let member: StatedMember = { periods: [], statements: {} };
  let claims: Claim[] = [];
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

  const claim = (section: SectionName | null, run: string | undefined): void => {
    claims.push({ section, runs: new Set(run === undefined ? [] : [run]), isOfTeacher: run === undefined });
  };
  const applyFile = (section: SectionName | null, complete: boolean): void => {
    const run = String(runs.length).padStart(3, '0');
    runs.push(run);
    if (section !== null)
      ({ member } = rules.state(member, { studentId: STUDENT, sectionId: section }, statedBy(run), DAYS));
    for (const other of complete ? SECTIONS : []) {
      const isStated = member.statements[other]?.entries.at(-1)?.values[EXISTS] === true;
      if (other !== section && isStated) member = rules.withdraw(member, other, statedBy(run), DAYS);
    }
    const last = lastStated(claims);
    if (last?.section !== section) {
      if (section !== null || last) claim(section, run);
      // A complete file ends only what is stated.
    } else if (section !== null) last?.runs.add(run);
  };
  const applyUndo = (run: string): void => {
    ({ member } = rules.undo(member, statedBy(run, true), DAYS, marked));
    for (const one of claims) one.runs.delete(run);
    claims = claims.filter(({ runs: left, isOfTeacher }) => isOfTeacher || left.size > 0);
    // A withdrawal says nothing without a statement before it.
    const sourced = claims.filter((one) => !one.isOfTeacher);
    claims = claims.filter((one) => {
      const before = sourced[sourced.indexOf(one) - 1];
      return one.isOfTeacher || one.section !== null || (before && before.section !== null);
    });
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
      // A move back is no lasting change, and looks like none.
      if (member.periods.some(({ sectionId }) => sectionId === step.section)) return;
      const { section: sectionId } = step;
      const periods = movePeriod(member.periods, period, { sectionId, by: TEACHER, at: now() }, now());
      member = { ...member, periods };
      claim(sectionId, undefined);
    } else {
      const periods = member.periods.flatMap((one) =>
        one === period ? endPeriod([one], { how: 'REMOVED', by: TEACHER }, now()) : [one],
      );
      member = { ...member, periods };
      claim(null, undefined);
    }
  };
  const expectSame = (): void => {
    const open = member.periods.filter((period) => isOpen([period], now())).map(({ sectionId }) => sectionId);
    const section = sectionOf(claims);
    const wanted = section === null ? [] : [section];
    if (!isDeepStrictEqual(open, wanted)) throw new Error(JSON.stringify({ past, open, wanted }));
    const later = new Date(now().getTime() + 1);
    const lost = marked.filter((mark) => !member.periods.some((one) => hasMark(one, [mark], later)));
    if (lost.length > 0) throw new Error(JSON.stringify({ past, lost, periods: member.periods }));
    const counted = member.periods.filter(hasCounted);
    if (counted.some((one, index) => collides(counted, index, one)))
      throw new Error(JSON.stringify({ past, counted }));
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
