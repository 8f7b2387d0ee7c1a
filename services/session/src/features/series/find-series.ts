import type { CoveredSection, StoredRule } from '@qr-attendance/contracts';
import { type Caller, campusDay, notFound, temporarilyUnavailable } from '@qr-attendance/server';
import { findCourses } from '../../projections/find-courses.ts';
import type { Course } from '../../projections/projections.ts';
import { courseIdsOf } from '../../core/sessions/rules/session.ts';
import { requireCoverage } from '../../core/sessions/require-coverage.ts';
import type { FollowRuleDeps } from './follow-rule.ts';
import { rulesFrom, sectionsOf } from '../../core/series/rules/series-rules.ts';
import type { Series } from '../../core/series/series.ts';

export const campusToday = ({
  clock,
  campusTimeZone,
}: {
  clock: () => Date;
  campusTimeZone: string;
}): string => campusDay(clock(), campusTimeZone);

export const coverageOf = (context: FollowRuleDeps, { courseId, rules }: Series) => ({
  courseId,
  sections: sectionsOf(rulesFrom(rules, campusToday(context))),
});

/**
 * @returns the series with its own course
 * @throws DomainError (forbidden, not_found) unless the caller's role in one of its courses allows the action
 */
export const findSeriesFor = async (
  context: FollowRuleDeps,
  teacher: Caller,
  id: string,
): Promise<{ series: Series; course: Course }> => {
  const series = await context.series.find(id);
  if (!series) throw notFound('Series');
  const { courseId } = series;
  const courseIds = courseIdsOf(coverageOf(context, series));
  const courses = await context.staffAccess.requireOnCourses(teacher, 'manageSessions', courseIds, {
    what: 'Series',
  });
  const course =
    courses.find((one) => one.id === courseId) ?? (await findCourses(context, [courseId])).get(courseId);
  if (!course) throw temporarilyUnavailable();
  return { series, course };
};

/**
 * Requires the rights to replace the sections in all these rules.
 * @throws DomainError (invalid, forbidden, not_found, conflict)
 */
export const requireCoverageOfRules = async (
  context: FollowRuleDeps,
  teacher: Caller,
  courseId: string,
  wanted: CoveredSection[],
  rules: Pick<StoredRule, 'sections'>[],
): Promise<void> => {
  const before = new Map(rules.map(({ sections }) => [JSON.stringify(sections), sections]));
  for (const sections of before.values()) await requireCoverage(context, teacher, courseId, wanted, sections);
};
