import { expect, test } from '@jest/globals';
import { readFilters, writeFilters } from '../src/features/history/history-filters.ts';

const COURSE = '65f000000000000000000001';

test('filters survive the address', () => {
  const filters = { courseId: COURSE, status: 'LATE' as const };
  expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
});

test('what an address cannot mean counts as no filter', () => {
  const filters = readFilters(new URLSearchParams({ course: '$ne', status: 'EVERY' }));
  expect(filters.courseId).toBeUndefined();
  expect(filters.status).toBeUndefined();
});
