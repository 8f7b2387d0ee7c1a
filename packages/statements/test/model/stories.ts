import fc from 'fast-check';
import type { Values, World } from '../../src/index.ts';

export const FIELDS = ['room', 'day'] as const;

export type StoryStep =
  | { type: 'state'; source: string; values: Values; declined: string[] }
  | { type: 'state-again' | 'repeat'; source: string }
  | { type: 'withdraw'; source: string; isDeclined: boolean }
  | { type: 'refuse'; source: string; values: Values }
  | { type: 'undo' | 'rank'; index: number }
  | { type: 'change' | 'restore'; values: Values }
  | { type: 'remove' };

/**
 * The actions of sources, administrators and people on one key, and the order in which all runs are undone at
 * the end.
 */
export interface Story {
  initial: World;
  steps: StoryStep[];
  order: number[];
}

const room = fc.constantFrom('A', 'B', 'C', null);
const day = fc.constantFrom('Mon', 'Tue');
const allValues: fc.Arbitrary<Values> = fc.record({ room, day });
const someValues: fc.Arbitrary<Values> = fc.record({ room, day }, { requiredKeys: [] });
const source = fc.constantFrom('registry', 'platform');
const nothing: string[] = [];
const declined: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(nothing) },
  fc.subarray<string>([...FIELDS]),
);
const isDeclined = fc.constantFrom(false, false, false, true);
const type = <Type extends string>(...types: Type[]) => fc.constantFrom(...types);

const step: fc.Arbitrary<StoryStep> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: type('state'), source, values: allValues, declined }) },
  { weight: 1, arbitrary: fc.record({ type: type('state'), source, values: someValues, declined }) },
  { weight: 3, arbitrary: fc.record({ type: type('state-again', 'repeat'), source }) },
  { weight: 2, arbitrary: fc.record({ type: type('withdraw'), source, isDeclined }) },
  { weight: 1, arbitrary: fc.record({ type: type('refuse'), source, values: allValues }) },
  { weight: 2, arbitrary: fc.record({ type: type('undo'), index: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ type: type('rank'), index: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ type: type('change'), values: someValues }) },
  { weight: 1, arbitrary: fc.record({ type: type('restore'), values: allValues }) },
  { weight: 1, arbitrary: fc.record({ type: type('remove') }) },
);

const story: fc.Arbitrary<Story> = fc.record({
  initial: fc.option(allValues, { nil: undefined }),
  steps: fc.array(step, { minLength: 2, maxLength: 16, size: 'max' }),
  order: fc.array(fc.nat(30), { minLength: 16, maxLength: 16 }),
});

/** Stories in which only sources change anything. */
const storyOfSources: fc.Arbitrary<Story> = story.map((complete) => ({
  ...complete,
  steps: complete.steps.filter(({ type }) => !['change', 'remove', 'restore'].includes(type)),
}));

export const anyStory = fc.oneof({ weight: 2, arbitrary: story }, { weight: 1, arbitrary: storyOfSources });
