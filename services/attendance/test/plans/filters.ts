import type { RecordFilter } from '../../src/features/reports/record-filter.ts';
import { samples } from './seed-years.ts';

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const sessions = [undefined, samples.sessionId];
const courses = [undefined, samples.courseId];
/** The status of most records, a status of one record in ten, and a status of one record in two hundred. */
const statuses = [undefined, 'PRESENT', 'ABSENT', 'EXCUSED'] as const;
const periods = [{}, { from: daysAgo(130), to: daysAgo(100) }, { from: daysAgo(290) }, { to: daysAgo(280) }];
const reviews = [undefined, 'true'] as const;

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
