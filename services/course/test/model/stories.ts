import { SOURCES } from '@qr-attendance/statements/testing';
import fc from 'fast-check';

export const KINDS = ['people', 'rooms', 'memberships', 'timetable', 'terms', 'units', 'staff'] as const;
export const THINGS = 3;
export const VARIANTS = 3;

export type StoryStep =
  | {
      type: 'file';
      kind: number;
      source: string;
      lines: (number[] | null)[];
      complete: boolean;
      crash: number;
    }
  | { type: 'again'; back: number; complete: boolean }
  | { type: 'undo'; back: number; crash: number }
  | { type: 'change' | 'remove' | 'restore'; kind: number; thing: number; values: number[] }
  | { type: 'merge'; into: number; crash: number }
  | { type: 'erase'; thing: number };

/** Actions of sources, administrators and teachers; a service may be killed during them. */
export interface Story {
  steps: StoryStep[];
  /** The order in which all runs are undone at the end. */
  order: number[];
}

const variant = fc.nat(VARIANTS - 1);
const values = fc.tuple(variant, variant).map((two) => [...two]);
const kind = fc.nat(KINDS.length - 1);
const thing = fc.nat(THINGS - 1);
const type = <Type extends string>(...types: Type[]) => fc.constantFrom(...types);
const crash = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
);

const stepWith = (crash: fc.Arbitrary<number>): fc.Arbitrary<StoryStep> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        type: type('file'),
        kind,
        crash,
        complete: fc.boolean(),
        source: fc.constantFrom(...SOURCES),
        lines: fc.array(
          fc.option(values, {
            freq: 3,
            nil: null,
          }),
          {
            minLength: THINGS,
            maxLength: THINGS,
          },
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: type('again'), back: fc.nat(5), complete: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ type: type('undo'), back: fc.nat(10), crash }) },
    { weight: 4, arbitrary: fc.record({ type: type('change', 'remove', 'restore'), kind, thing, values }) },
    { weight: 1, arbitrary: fc.record({ type: type('merge'), into: thing, crash }) },
    { weight: 1, arbitrary: fc.record({ type: type('erase'), thing: fc.constant(0) }) },
  );

const storyWith = (crash: fc.Arbitrary<number>): fc.Arbitrary<Story> =>
  fc.record({
    steps: fc.array(stepWith(crash), { minLength: 6, maxLength: 14, size: 'max' }),
    order: fc.array(fc.nat(30), { minLength: 20, maxLength: 20 }),
  });
export const story = storyWith(crash);
export const storyWithoutCrashes = storyWith(fc.constant(0));
