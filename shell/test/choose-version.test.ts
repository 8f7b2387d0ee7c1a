/** @jest-environment node */
import { beforeAll, expect, it } from '@jest/globals';
import { remoteReleaseSchema } from '@qr-attendance/contracts';
import { placeOf, versionAt } from '../src/remotes/choose-version.ts';

const USERS = 10_000;
// Always the same, so that chance decides once and for all.
const users = Array.from(
  { length: USERS },
  (_user, number) => `5f0c2a10-7d1e-4b7a-9c33-${number.toString(16).padStart(12, '0')}`,
);

const release = (...percentages: number[]) =>
  remoteReleaseSchema.parse({
    entry: 'stable',
    contractVersion: 1,
    rollout: percentages.map((percent, index) => ({ entry: `new-${index}`, contractVersion: 1, percent })),
  });

const isWithin = (some: Set<number>, all: Set<number>): boolean => [...some].every((user) => all.has(user));

let places: number[];
beforeAll(async () => {
  places = await Promise.all(users.map((user) => placeOf('student', user)));
});
/** Which users have a version, by their number. */
const usersOf = (entry: string, ...percentages: number[]): Set<number> => {
  const rollout = release(...percentages);
  return new Set(places.flatMap((place, user) => (versionAt(rollout, place).entry === entry ? [user] : [])));
};
/** Three standard deviations. */
const slack = (percent: number) => 3 * Math.sqrt(USERS * (percent / 100) * (1 - percent / 100));

it.each([0.5, 1, 5, 25, 50, 95])('%d %% of the users get the new version, give or take chance', (percent) => {
  const { size } = usersOf('new-0', percent);
  expect(Math.abs(size - (USERS * percent) / 100)).toBeLessThan(slack(percent));
});

it('nobody gets it at 0 %, everybody at 100 %', () => {
  expect(usersOf('new-0', 0).size).toBe(0);
  expect(usersOf('new-0', 100).size).toBe(USERS);
});

it('a growing percentage never takes the new version from who had it', () => {
  const growth = [0, 0.1, 1, 5, 20, 50, 99, 100].map((percent) => usersOf('new-0', percent));
  for (const [step, before] of growth.entries())
    expect(isWithin(before, growth[step + 1] ?? before)).toBe(true);
});

it('two new versions each get their share, and growth of either sends nobody back to the stable one', () => {
  for (const [entry, percent] of [
    ['new-0', 5],
    ['new-1', 10],
    ['stable', 85],
  ] as const)
    expect(Math.abs(usersOf(entry, 5, 10).size - (USERS * percent) / 100)).toBeLessThan(slack(percent));
  expect(usersOf('new-0', 5, 10)).toEqual(usersOf('new-0', 5, 50));
  expect(isWithin(usersOf('new-1', 5, 10), usersOf('new-1', 5, 50))).toBe(true);
  expect(isWithin(usersOf('stable', 20, 10), usersOf('stable', 5, 10))).toBe(true);
});

it('a user has the same place on each device: SHA-256 of remote and id, its first 32 bits', async () => {
  // printf 'student:00000000-0000-4000-8000-000000000001' | sha256sum
  const place = await placeOf('student', '00000000-0000-4000-8000-000000000001');
  expect(place).toBeCloseTo((0xbb5c89ab / 2 ** 32) * 100, 10);
});

it('each remote has early users of its own', async () => {
  const early = usersOf('new-0', 10);
  const others = await Promise.all(users.map((user) => placeOf('teacher', user)));
  const both = others.filter((place, user) => place < 10 && early.has(user)).length;
  expect(Math.abs(both - USERS / 100)).toBeLessThan(slack(1));
});
