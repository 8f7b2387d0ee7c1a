import { expect, it } from '@jest/globals';
import { chooseByName } from '@qr-attendance/test-kit';

const all = ['kill -9 of the broker', 'kill -9 of PostgreSQL', 'start', 'restart'].map((name) => ({ name }));
const namesOf = (only: string | undefined) => chooseByName(all, only).map(({ name }) => name);

it('without a wish everything is chosen', () => {
  expect(namesOf(undefined)).toEqual(all.map(({ name }) => name));
});

it('pieces of names, separated by commas, choose all that they fit, each once and in the order of the list', () => {
  expect(namesOf('restart, kill -9,broker')).toEqual([
    'kill -9 of the broker',
    'kill -9 of PostgreSQL',
    'restart',
  ]);
});

it('a whole name chooses that one alone, though others contain it', () => {
  expect(namesOf('start')).toEqual(['start']);
});

it('a piece that fits nothing is refused with the names there are, even beside one that fits', () => {
  expect(() => namesOf('broker,brocer')).toThrow(/nothing is called “brocer”[\s\S]*kill -9 of the broker/);
});

it('an empty wish is refused', () => {
  expect(() => namesOf('')).toThrow(/nothing is called/);
});
