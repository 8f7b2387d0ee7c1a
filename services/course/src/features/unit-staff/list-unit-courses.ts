import { roleIn, type UnitCourse } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Caller, InternalClient } from '@qr-attendance/server';
import type { Course, CoursePage, Courses } from '../../core/courses/courses.ts';
import { readableUnitIds } from '../../core/units/readable-units.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { Terms } from '../../core/terms/terms.ts';
import type { Units } from '../../core/units/units.ts';

interface UnitCourseQuery extends CoursePage {
  unitId?: string | undefined;
  termId?: string | undefined;
}

export const listUnitCourses = async (
  context: { courses: Courses; units: Units; clock: () => Date },
  caller: Caller,
  { unitId, termId, ...page }: UnitCourseQuery,
): Promise<Course[]> => {
  const readable = await readableUnitIds(context, caller);
  const below = unitId === undefined ? undefined : await context.units.idsBelow([unitId]);
  const unitIds = below && readable ? below.filter((id) => readable.includes(id)) : (below ?? readable);
  return context.courses.list({ unitIds, termId }, page);
};

export const describeUnitCourses = async (
  context: {
    courses: Courses;
    enrollments: Enrollments;
    people: PeopleProjection;
    auth: InternalClient;
    terms: Terms;
    units: Units;
    clock: () => Date;
  },
  caller: Caller,
  courses: Course[],
): Promise<UnitCourse[]> => {
  const now = context.clock();
  const [scopeOf, names, counts, terms, units] = await Promise.all([
    context.courses.scopesOf(courses),
    findNames(
      context,
      courses.map(({ teacherId }) => teacherId),
    ),
    context.enrollments.countsOf(courses.map(({ id }) => id)),
    context.terms.namesOf(courses.map(({ termId }) => termId)),
    context.units.namesOf(courses.map(({ unitId }) => unitId)),
  ]);
  return courses.map((course) => {
    const { id, name, code, section, teacherId, archived } = course;
    const teacherName = names.get(teacherId);
    const role = roleIn(caller, scopeOf(course), now);
    return {
      _id: id,
      name,
      code,
      section,
      archived,
      termName: terms.get(course.termId ?? ''),
      unitName: units.get(course.unitId ?? ''),
      teacher: {
        _id: teacherId,
        user: teacherName === undefined ? null : { name: teacherName },
      },
      // An administrator's role is in the institution, not in the course.
      role: role === 'administrator' ? undefined : role,
      studentCount: counts.get(id) ?? 0,
    };
  });
};
