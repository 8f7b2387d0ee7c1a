import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { correctRules, faults } from './model/faults.ts';
import { simulate } from './model/simulate.ts';
import { anyStory } from './model/stories.ts';

const STORIES = 200;
/** The search for a fault ends at the first story that reveals it. */
const MAX_STORIES_PER_FAULT = 5000;
const SEED = 20_261_129;

describe('the rules of statements', () => {
  it('agree with a log of all claims after every step, and undoing all steps restores the initial state', () => {
    fc.assert(
      fc.property(anyStory, (story) => simulate(correctRules, story)),
      { numRuns: STORIES, seed: SEED },
    );
  });

  it.each(Object.entries(faults))('deviate from the log if this fault is injected: %s', (_name, fault) => {
    const rules = { ...correctRules, ...fault };
    const { failed } = fc.check(
      fc.property(anyStory, (story) => simulate(rules, story)),
      { numRuns: MAX_STORIES_PER_FAULT, seed: SEED, endOnFailure: true },
    );
    expect(failed).toBe(true);
  });
});
