import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openOffice } from '../support/office.ts';
import { FAULTS, MODEL_RULES, type ModelRules } from './faults.ts';
import { type Course, openCourse, STORIES_PER_COURSE } from './open-course.ts';
import { simulate } from './simulate.ts';
import { type Story, story, storyWithoutCrashes } from './stories.ts';
import { createAdministrator } from './things.ts';

const SETTINGS = { course: { IMPORT_SOURCES: 'registry,platform;email:platform,registry' } };

const openStage = async ({ crashes }: { crashes: boolean }) => {
  const office = await openOffice(['auth', 'course', 'session', 'attendance'], {
    asProcesses: crashes,
    env: SETTINGS,
  });
  const signIn = await createAdministrator(office);
  let opened = 0;
  let course: Course | undefined;
  return {
    close: office.close,
    tell: async (seed: number, rules: ModelRules = MODEL_RULES): Promise<void> => {
      if (opened % STORIES_PER_COURSE === 0) course = await openCourse(office);
      opened += 1;
      const stories: fc.Arbitrary<Story> = crashes ? story : storyWithoutCrashes;
      const [sample] = fc.sample(stories, { seed, numRuns: 1 });
      if (sample && course) await simulate(office, { course, adminToken: await signIn(), rules }, sample);
    },
  };
};
type Stage = Awaited<ReturnType<typeof openStage>>;

const openForAll = (crashes: boolean): (() => Stage) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ crashes });
  });
  afterAll(() => stage.close());
  return () => stage;
};

const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_seed, index) => first + index);

export const tellStories = (firstSeed: number, count: number, { crashes }: { crashes: boolean }): void => {
  const stage = openForAll(crashes);
  it.each(seedsFrom(firstSeed, count))(
    'auth, course and session agree with a log of all claims, over HTTP, for seed %i',
    (seed) => stage().tell(seed),
  );
};

/** Number of stories after which the search for a fault fails. */
const MAX_SEEDS = 20;

/** Other errors, such as an unreachable service, do not prove a fault. */
const isDifference = (error: unknown): boolean => error instanceof Error && 'matcherResult' in error;

/**
 * Runs stories on models with one fault each until one differs from the services. Each story is a separate
 * test, because tests have a time limit. A story proves a fault only if the services agree with the correct
 * model.
 */
export const findFaults = (firstSeed: number): void => {
  const stage = openForAll(false);
  const agreed = new Set<number>();
  describe.each(Object.entries(FAULTS))('a log with the fault: %s', (_name, fault) => {
    let difference: unknown;
    describe.each(seedsFrom(firstSeed, MAX_SEEDS))('for seed %i', (seed) => {
      it('agrees with the services without the fault', async () => {
        if (difference !== undefined || agreed.has(seed)) return;
        await stage().tell(seed);
        agreed.add(seed);
      });
      it('can be compared with the services', async () => {
        if (difference !== undefined || !agreed.has(seed)) return;
        difference = await stage()
          .tell(seed, { ...MODEL_RULES, ...fault })
          .then(() => undefined)
          .catch((error: unknown) => {
            if (!isDifference(error)) throw error;
            return error;
          });
      });
    });
    it('deviates from the services for one of the seeds', () => expect(difference).toBeDefined());
  });
};
