import { afterAll, beforeAll, it } from '@jest/globals';
import fc from 'fast-check';
import { type Office, openOffice } from '../support/office.ts';
import { simulate } from './simulate.ts';
import { story } from './stories.ts';
import { createAdministrator, openTimetable } from './things.ts';

/** Tells the story of each seed to real services, which stay the same for all. */
export const tellStories = (firstSeed: number, count: number): void => {
  let office: Office;
  let signIn: () => Promise<string>;
  let times: Awaited<ReturnType<typeof openTimetable>>;
  beforeAll(async () => {
    office = await openOffice(['auth', 'course', 'session'], {
      asProcesses: true,
      env: { course: { IMPORT_SOURCES: 'registry,platform;email:platform,registry' } },
    });
    signIn = await createAdministrator(office);
  });
  afterAll(() => office.close());

  it.each(Array.from({ length: count }, (_seed, index) => firstSeed + index))(
    'auth, course and session agree with a log of all claims, over HTTP, for seed %i',
    async (seed) => {
      const [sample] = fc.sample(story, { seed, numRuns: 1 });
      // Each course has sections for some stories.
      if ((seed - firstSeed) % STORIES_PER_COURSE === 0) times = await openTimetable(office);
      if (sample) await simulate(office, { times, adminToken: await signIn() }, sample);
    },
  );
};
const STORIES_PER_COURSE = 20;
