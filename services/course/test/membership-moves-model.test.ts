import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StatedMember } from '../src/core/memberships/rules/stated-memberships.ts';
import type { Period } from '../src/db/enrollment-models.ts';
import { moveStory } from './model/move-stories.ts';
import { MOVE_RULES, type MoveRules, type OfficeOf, simulateMoves } from './model/simulate-moves.ts';

const STORIES = 1_000;
const SEED = 20_261_129;

const { state, undo } = MOVE_RULES;

const onlyOfRun = (member: StatedMember, run: string): StatedMember => ({
  ...member,
  statements: Object.fromEntries(
    Object.entries(member.statements).map(([id, ledger]) => {
      const entries = ledger.entries.map((entry) =>
        entry.runs.includes(run) ? { ...entry, runs: [run] } : entry,
      );
      return [id, { ...ledger, entries }];
    }),
  ),
});

/** Variants of the rules with one fault each, named after the rule that they break. */
const FAULTS: Record<string, Partial<MoveRules>> = {
  'rules 1 and 2: an unchanged line moves the student again': {
    state: (member, line, ...rest) => {
      const { [line.sectionId]: _former, ...others } = member.statements;
      return state({ ...member, statements: others }, line, ...rest);
    },
  },
  'rule 12: a move leaves the statement about the former section': {
    state: (member, line, ...rest) => {
      const { member: after, outcome } = state(member, line, ...rest);
      const { [line.sectionId]: stated } = after.statements;
      const statements = { ...member.statements, ...(stated && { [line.sectionId]: stated }) };
      return { member: { ...after, statements }, outcome };
    },
  },
  'rule 6: an undo removes what other runs state too': {
    undo: (member, stated, days, marked) => undo(onlyOfRun(member, stated.run), stated, days, marked),
  },
  'rule 7: an undone move leaves the student where they are': {
    undo: (member, ...rest) => {
      const { member: after, isKept } = undo(member, ...rest);
      return { member: { ...after, periods: member.periods }, isKept };
    },
  },
  'rule 7: an undo voids periods with marks': {
    undo: (member, stated, days) => undo(member, stated, days, []),
  },
  'rule 16: a complete file ends nothing': { withdraw: (member) => member },
};

describe('moves between sections by files and teachers', () => {
  it('agree with a log of all claims after every step', () => {
    fc.assert(
      fc.property(moveStory, (story) => {
        simulateMoves(MOVE_RULES, story);
      }),
      { numRuns: STORIES, seed: SEED },
    );
  });

  it.each<[string, OfficeOf]>([
    ['another administrator handles each file', (run, isUndone) => `office ${run} ${isUndone}`],
    ['a teacher of the course imports the files', () => 'teacher'],
  ])('result in the same periods if %s', (_who, officeOf) => {
    const factsOf = ({ sectionId, began, ended, voided, end }: Period) => [
      sectionId,
      began,
      ended,
      voided,
      end?.how,
    ];
    fc.assert(
      fc.property(moveStory, (story) => {
        const [one, other] = [simulateMoves(MOVE_RULES, story), simulateMoves(MOVE_RULES, story, officeOf)];
        expect(other.map(factsOf)).toEqual(one.map(factsOf));
      }),
      { numRuns: STORIES, seed: SEED },
    );
  });

  it.each(Object.entries(FAULTS))('deviate from the log if this fault is injected: %s', (_name, fault) => {
    const rules = { ...MOVE_RULES, ...fault };
    const { failed } = fc.check(
      fc.property(moveStory, (story) => {
        simulateMoves(rules, story);
      }),
      { numRuns: STORIES, seed: SEED, endOnFailure: true },
    );
    expect(failed).toBe(true);
  });
});
