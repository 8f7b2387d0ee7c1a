import type { RecordFilter } from '../../src/features/reports/record-filter.ts';
import { asked } from './seed-years.ts';

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const sessions = [undefined, asked.sessionId];
const courses = [undefined, asked.courseId];
/** A common one, one in ten, one in two hundred. */
const statuses = [undefined, 'PRESENT', 'ABSENT', 'EXCUSED'] as const;
const periods = [{}, { from: daysAgo(130), to: daysAgo(100) }, { from: daysAgo(290) }, { to: daysAgo(280) }];
const reviews = [undefined, 'true'] as const;

/** Every combination of what a list, its totals and its export can be asked for. */
export const allFilters = (whose: Pick<RecordFilter, 'courseIds' | 'studentId'>): RecordFilter[] =>
  sessions.flatMap((sessionId) =>
    courses.flatMap((courseId) =>
      statuses.flatMap((status) =>
        periods.flatMap((period) =>
          reviews.map((needsReview) => ({
            ...whose,
            ...(courseId && (whose.courseIds ? { courseIds: [courseId] } : { courseId })),
            sessionId,
            status,
            ...period,
            needsReview,
          })),
        ),
      ),
    ),
  );
