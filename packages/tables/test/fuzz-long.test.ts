import { expect, test } from '@jest/globals';
import { cleanCell, readDay, readLines, readRecipients, readTime, readWeekdays } from '../src/index.ts';
import { fuzz } from './fuzz.ts';

const SEEDS = 15_000;
const LONG = 200_000;

test('many damaged lists cause no exception, and no line is dropped silently', () => {
  for (let seed = 1_000_000; seed < 1_000_000 + SEEDS; seed += 1) fuzz(seed);
  expect(SEEDS).toBeGreaterThan(0);
});

test.each(['1', '"', ',', ' ', '-', '<', 'mo', '1.', 'a@', '\u200F', '\n', '0:', 'T '])(
  'a cell with many %p is read quickly',
  (piece) => {
    const text = piece.repeat(LONG);
    const from = performance.now();
    for (const read of [readDay, readTime, readWeekdays, cleanCell, readRecipients])
      read(text.slice(0, 20_000));
    readLines(text, ',');
    expect(performance.now() - from).toBeLessThan(4_000);
  },
);
