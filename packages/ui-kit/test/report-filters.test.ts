import { describe, expect, test } from '@jest/globals';
import {
  isReversed,
  readReportFilters,
  reportQuery,
  writeReportFilters,
} from '../src/report/report-filters.ts';

const courseId = '66f000000000000000000c01';

describe('report filters', () => {
  test('survive the round trip through the URL', () => {
    const sectionId = courseId;
    const filters = { courseId, sectionId, from: '2026-09-01', to: '2026-09-30', status: 'LATE' as const };
    expect(readReportFilters(new URLSearchParams(writeReportFilters(filters)))).toEqual(filters);
    expect(writeReportFilters({})).toEqual({});
  });

  test('ignore invalid values in the URL', () => {
    const nonsense = new URLSearchParams({
      course: '../x',
      section: courseId,
      from: 'yesterday',
      to: '2026-02-31',
      status: 'HERE',
    });
    expect(readReportFilters(nonsense)).toEqual({});
  });

  test('cover whole days on campus', () => {
    expect(reportQuery({ from: '2026-09-14', to: '2026-09-14' })).toEqual({
      from: new Date(2026, 8, 14, 0, 0, 0, 0).toISOString(),
      to: new Date(2026, 8, 14, 23, 59, 59, 999).toISOString(),
    });
  });

  test('are reversed if they end before they begin', () => {
    expect(isReversed({ from: '2026-09-15', to: '2026-09-14' })).toBe(true);
    expect(isReversed({ from: '2026-09-14', to: '2026-09-14' })).toBe(false);
    expect(isReversed({ from: '2026-09-15' })).toBe(false);
  });
});
