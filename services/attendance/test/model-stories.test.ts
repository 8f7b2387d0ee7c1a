import { it } from '@jest/globals';
import fc from 'fast-check';
import { property } from './model/stories.ts';
import { useAttendance } from './model/world.ts';

useAttendance({ thorough: true });

it('all views of attendance agree with the model after every step of 20 random stories', async () => {
  await fc.assert(property(), { numRuns: 20, seed: 2026, includeErrorInReport: true });
});
