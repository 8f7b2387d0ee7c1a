import { describe, expect, it } from '@jest/globals';
import { ONLY_FILES } from '@qr-attendance/statements';
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
    ['the marks are in classes to come', [classOf('A', 13)]],
  ])('is voided if %s', (_reason, marked) => {
    expect(undoMembership(member, runAt('1', 12), DAYS, marked)).toMatchObject({
      isKept: false,
      member: { periods: [{ voided: true }] },
    });
  });
});

describe('an undone move', () => {
  const member = stateAt(stateAt(NOBODY, '1', 'A', 8), '2', 'B', 10);

  it('restores the former section from now on if the student is marked in the new one', () => {
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

  it('keeps the end of the former period with marks if the run that began it is undone', () => {
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
