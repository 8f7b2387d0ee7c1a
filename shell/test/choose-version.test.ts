/** @jest-environment node */
import { beforeAll, expect, it } from '@jest/globals';
import { remoteReleaseSchema } from '@qr-attendance/contracts';
import { rolloutBucket, versionAt } from '../src/remotes/choose-version.ts';

const USERS = 10_000;
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
  places = await Promise.all(users.map((user) => rolloutBucket('student', user)));
});
const usersOf = (entry: string, ...percentages: number[]): Set<number> => {
  const rollout = release(...percentages);
  return new Set(
    places.flatMap((bucket, user) => (versionAt(rollout, bucket).entry === entry ? [user] : [])),
  );
};
const slack = (percent: number) => 3 * Math.sqrt(USERS * (percent / 100) * (1 - percent / 100));

it.each([0.5, 1, 5, 25, 50, 95])('assigns the new version to about %d %% of users', (percent) => {
  const { size } = usersOf('new-0', percent);
  expect(Math.abs(size - (USERS * percent) / 100)).toBeLessThan(slack(percent));
});

it('assigns the new version to nobody at 0 % and to everybody at 100 %', () => {
  expect(usersOf('new-0', 0).size).toBe(0);
  expect(usersOf('new-0', 100).size).toBe(USERS);
});

it('keeps users on the new version when its percentage grows', () => {
  const growth = [0, 0.1, 1, 5, 20, 50, 99, 100].map((percent) => usersOf('new-0', percent));
  for (const [step, before] of growth.entries())
    expect(isWithin(before, growth[step + 1] ?? before)).toBe(true);
});

it('assigns two new versions to their percentages, and moves nobody back when either grows', () => {
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

it('computes a user’s bucket from the first 32 bits of SHA-256 over remote and user id', async () => {
  // printf 'student:00000000-0000-4000-8000-000000000001' | sha256sum
  const bucket = await rolloutBucket('student', '00000000-0000-4000-8000-000000000001');
  expect(bucket).toBeCloseTo((0xbb5c89ab / 2 ** 32) * 100, 10);
});

it('assigns different early users for each remote', async () => {
  const early = usersOf('new-0', 10);
  const others = await Promise.all(users.map((user) => rolloutBucket('teacher', user)));
  const both = others.filter((bucket, user) => bucket < 10 && early.has(user)).length;
  expect(Math.abs(both - USERS / 100)).toBeLessThan(slack(1));
});
