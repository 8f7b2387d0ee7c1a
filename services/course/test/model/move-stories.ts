import fc from 'fast-check';

export const SECTIONS = ['A', 'B'] as const;
export type SectionName = (typeof SECTIONS)[number];

export type MoveStep =
  /** A file with a line about the student. A complete file may also omit the student. */
  | { type: 'file'; section: SectionName }
  | { type: 'complete'; section: SectionName | null }
  | { type: 'undo'; back: number }
  | { type: 'mark' }
  | { type: 'move'; section: SectionName }
  | { type: 'remove' };

/** Actions of a source and of teachers on one student in a course. */
export interface MoveStory {
  steps: MoveStep[];
  /** All runs are undone at the end, newest first. */
  undoesAll: boolean;
}

const section = fc.constantFrom(...SECTIONS);
const ofFiles: { weight: number; arbitrary: fc.Arbitrary<MoveStep> }[] = [
  { weight: 5, arbitrary: fc.record({ type: fc.constant('file' as const), section }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('complete' as const),
      section: fc.option(section, { freq: 2, nil: null }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('undo' as const), back: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('mark' as const) }) },
];
const ofTeachers: typeof ofFiles = [
  { weight: 1, arbitrary: fc.record({ type: fc.constant('move' as const), section }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const) }) },
];
const storyOf = (steps: typeof ofFiles, maxLength: number, undoesAll: boolean): fc.Arbitrary<MoveStory> =>
  fc.record({
    steps: fc.array(fc.oneof(...steps), { minLength: 2, maxLength, size: 'max' }),
    undoesAll: fc.constant(undoesAll),
  });
/**
 * Actions of teachers end with the membership that a file began, so stories with teachers do not undo all
 * runs.
 */
export const moveStory = fc.oneof(storyOf(ofFiles, 5, true), storyOf([...ofFiles, ...ofTeachers], 6, false));
