import { expect, test } from '@jest/globals';
import { readFilters, writeFilters } from '../src/features/history/history-filters.ts';

const courseId = '66f000000000000000000c01';

test('keeps the filters through a round trip to the URL', () => {
  const filters = { courseId, status: 'LATE' } as const;
  expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
});
test('ignores invalid filters in the URL', () => {
  const search = new URLSearchParams({ course: '$ne', status: 'late' });
  expect(readFilters(search)).toEqual({ courseId: undefined, status: undefined });
});
