import { describe, expect, it } from '@jest/globals';
import { ONLY_FILES } from '@qr-attendance/statements';
import { movePeriod } from '../src/core/memberships/rules/periods.ts';
import { type StatedMember, stateMembership } from '../src/core/memberships/rules/stated-memberships.ts';
import { undoMembership } from '../src/core/memberships/rules/undo-membership.ts';

const DAYS = {
  startOf: (day: string) => new Date(`${day}T00:00:00.000Z`),
  dayOf: (moment: Date) => moment.toISOString().slice(0, 10),
};
const at = (hour: number) => new Date(Date.UTC(2026, 9, 5, hour));
const runAt = (run: string, hour: number) => ({
  run,
  source: 'files',
  ranking: ONLY_FILES,
  by: 'office',
  at: at(hour),
});
const stateAt = (member: StatedMember, run: string, sectionId: string, hour: number): StatedMember =>
  stateMembership(member, { studentId: 'student', sectionId }, runAt(run, hour), DAYS).member;
const classOf = (sectionId: string, hour: number) => ({
  sectionIds: [sectionId],
  startTime: at(hour),
  endedAt: at(hour + 1),
});
const NOBODY: StatedMember = { periods: [], statements: {} };

describe('an undone membership', () => {
  const member = stateAt(NOBODY, '1', 'A', 8);

  it('ends now if the student is marked in a class of its section', () => {
    const undone = undoMembership(member, runAt('1', 12), DAYS, [classOf('A', 9)]);
    expect(undone).toMatchObject({
      isKept: true,
      member: { periods: [{ sectionId: 'A', voided: false, began: at(8), ended: at(12) }], statements: {} },
    });
  });

  it.each([
    ['the student has no marks', []],
    ['the marks are in classes of another section', [classOf('B', 9)]],
    ['the marks are in earlier classes', [classOf('A', 6)]],
    ['the marks are in later classes', [classOf('A', 13)]],
  ])('is voided if %s', (_reason, marked) => {
    expect(undoMembership(member, runAt('1', 12), DAYS, marked)).toMatchObject({
      isKept: false,
      member: { periods: [{ voided: true }] },
    });
  });
});

describe('an undone move', () => {
  const member = stateAt(stateAt(NOBODY, '1', 'A', 8), '2', 'B', 10);

  it('restores the former section from now if the student is marked in the new section', () => {
    const undone = undoMembership(member, runAt('2', 12), DAYS, [classOf('B', 10)]);
    expect(undone.isKept).toBe(true);
    const stays = { voided: false };
    expect(undone.member.periods).toMatchObject([
      { ...stays, sectionId: 'A', began: at(8), ended: at(10) },
      { ...stays, sectionId: 'B', began: at(10), ended: at(12) },
      { ...stays, sectionId: 'A', began: at(12) },
    ]);
    expect(undone.member.periods.at(-1)).not.toHaveProperty('ended');
  });

  it('keeps the end of a former period with marks if the import that started it is undone', () => {
    const undone = undoMembership(member, runAt('1', 12), DAYS, [classOf('A', 8)]);
    expect(undone).toMatchObject({
      isKept: true,
      member: {
        periods: [
          { sectionId: 'A', voided: false, ended: at(10) },
          { sectionId: 'B', voided: false },
        ],
      },
    });
  });
});

describe('undoing a membership after moves', () => {
  const move = ({ periods, statements }: StatedMember, sectionId: string, by: string, hour: number) => {
    const last = periods.at(-1);
    const moved = last ? movePeriod(periods, last, { sectionId, by, at: at(hour) }, at(hour)) : periods;
    return { statements, periods: moved };
  };
  const member = stateAt(NOBODY, '1', 'A', 8);

  it('voids an earlier period that an import of a previous release started', () => {
    const periods = member.periods.map(({ stated: _stated, ...period }) => period);
    const back = move(move({ ...member, periods }, 'B', 'teacher', 9), 'A', 'office', 10);
    expect(undoMembership(back, runAt('1', 12), DAYS, []).member.periods).toMatchObject([
      { sectionId: 'A', voided: true },
      { sectionId: 'B', voided: false },
      { sectionId: 'A', voided: true },
    ]);
  });

  it('keeps the period of a merged record', () => {
    const [own] = stateAt(NOBODY, '1', 'A', 10).periods;
    const copy = {
      sectionId: 'A',
      began: at(6),
      ended: at(7),
      end: { how: 'MOVED' as const, by: null, recordedAt: at(11) },
      recordedAt: at(6),
      by: 'office',
      stated: true,
      source: 'merged',
      voided: false,
    };
    const merged = { ...member, periods: own ? [copy, own] : [] };
    expect(undoMembership(merged, runAt('1', 12), DAYS, []).member.periods).toMatchObject([
      { source: 'merged', voided: false },
      { sectionId: 'A', voided: true },
    ]);
  });
});
