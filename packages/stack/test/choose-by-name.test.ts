import { expect, it } from '@jest/globals';
import { chooseByName } from '@qr-attendance/test-kit';

const all = ['kill -9 of the broker', 'kill -9 of PostgreSQL', 'start', 'restart'].map((name) => ({ name }));
const namesOf = (only: string | undefined) => chooseByName(all, only).map(({ name }) => name);

it('everything is chosen without a selection', () => {
  expect(namesOf(undefined)).toEqual(all.map(({ name }) => name));
});

it('comma-separated substrings choose all matches once, in list order', () => {
  expect(namesOf('restart, kill -9,broker')).toEqual([
    'kill -9 of the broker',
    'kill -9 of PostgreSQL',
    'restart',
  ]);
});

it('an exact name chooses only that item, even if others contain it', () => {
  expect(namesOf('start')).toEqual(['start']);
});

it('a substring without a match is rejected with the list of names, even beside a match', () => {
  expect(() => namesOf('broker,brocer')).toThrow(/Nothing is called “brocer”[\s\S]*kill -9 of the broker/);
});

it('an empty selection is rejected', () => {
  expect(() => namesOf('')).toThrow(/Nothing is called/);
});
