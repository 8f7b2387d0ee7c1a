import { it } from '@jest/globals';
import fc from 'fast-check';
import { correctRules } from './model/faults.ts';
import { simulate } from './model/simulate.ts';
import { anyStory } from './model/stories.ts';

const SEEDS = 1000;
const STORIES_PER_SEED = 20;

it('statements agree with a log of all claims, whatever the seed', () => {
  for (let seed = 1; seed <= SEEDS; seed += 1)
    fc.assert(
      fc.property(anyStory, (story) => simulate(correctRules, story)),
      { numRuns: STORIES_PER_SEED, seed },
    );
});
