import { expect, test } from '@jest/globals';
import { foldForSearch, searchWords } from '../src/index.ts';
import { searchSamples } from '../src/samples/search.ts';

test.each(searchSamples)('%s is searched as %s', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
  expect(foldForSearch(folded)).toBe(folded);
});

test('what is typed is searched word by word', () => {
  expect(searchWords('  ÁLVAREZ\tJosé ')).toEqual(['alvarez', 'jose']);
  expect(searchWords(' ')).toEqual([]);
});
