import { afterAll, beforeAll, it } from '@jest/globals';
import fc from 'fast-check';
import { moveStory } from './model/move-stories.ts';
import { tellMoves } from './model/tell-moves.ts';
import { type Office, openOffice } from './support/office.ts';
import { importStatedCourse } from './support/stated-course.ts';

let office: Office;
let course: Awaited<ReturnType<typeof importStatedCourse>>;
beforeAll(async () => {
  office = await openOffice();
  course = await importStatedCourse(office, 1);
});
afterAll(() => office.close());

const SEEDS = [301, 302, 303, 304, 305, 306];

it.each(SEEDS)('moves by files, undos and teachers agree with a log of all claims, for seed %i', (seed) => {
  const [story] = fc.sample(moveStory, { seed, numRuns: 1 });
  return tellMoves(office, course, story ?? { steps: [], undoesAll: false });
});
