import { expect, test } from '@jest/globals';
import { foldForSearch, searchWords } from '../src/index.ts';
import { searchSamples } from '../src/samples/search.ts';

test.each(searchSamples)('folds %s to %s', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
  expect(foldForSearch(folded)).toBe(folded);
});

test('splits a search into words', () => {
  expect(searchWords('  ÁLVAREZ\tJosé ')).toEqual(['alvarez', 'jose']);
  expect(searchWords(' ')).toEqual([]);
});
