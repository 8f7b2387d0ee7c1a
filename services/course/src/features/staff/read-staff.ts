import type { CourseStaff, StatementSource } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Caller, InternalClient } from '@qr-attendance/server';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import type { CourseStatementStore } from '../../core/courses/course-statements.ts';
import { toDays } from '../../core/staff/staff-days.ts';
import { sourceOfOwner, sourceOfRole } from '../../core/staff/staff-sources.ts';
import type { PermittedCourses } from '../../core/staff/staffed-courses.ts';

export interface ReadStaffDeps {
  courses: Courses;
  courseStatements: CourseStatementStore;
  staffedCourses: PermittedCourses;
  people: PeopleProjection;
  auth: InternalClient;
  clock: () => Date;
  campusTimeZone: string;
}

const withOwner = (source: StatementSource, names: Map<string, string>): StatementSource => {
  if (!source.changedHere) return source;
  const changedHere = source.changedHere.map(({ field, stated }) => {
    const name = names.get(stated ?? '');
    return { field, ...(name !== undefined && { stated: name }) };
  });
  return { ...source, changedHere };
};

export const describeStaff = async (context: ReadStaffDeps, course: Course): Promise<CourseStaff> => {
  const { campusTimeZone: zone } = context;
  const { teacherId, staff = [] } = course;
  const [stored, { staffStatements }] = await Promise.all([
    context.staffedCourses.listChanges(course.id),
    context.courseStatements.findLast(course.id),
  ]);
  const changes = stored.toReversed();
  const source = sourceOfOwner(staffStatements, teacherId);
  const names = await findNames(context, [
    teacherId,
    ...staff.map(({ userId }) => userId),
    ...changes.flatMap(({ by, userId }) => [by, userId]),
    ...(source?.changedHere ?? []).flatMap(({ stated }) => stated ?? []),
  ]);
  const personOf = (id: string) => ({ _id: id, name: names.get(id) ?? null });
  return {
    staff: [
      { user: personOf(teacherId), role: 'owner', source: source && withOwner(source, names) },
      ...staff.map(({ userId, role, sectionIds, ...terms }) => ({
        user: personOf(userId),
        role,
        ...(sectionIds && { sectionIds }),
        ...toDays(terms, zone),
        source: sourceOfRole(
          staffStatements,
          {
            userId,
            role,
            sectionIds,
            ...terms,
          },
          zone,
        ),
      })),
    ],
    changes: changes.map(({ at, by, userId, change, role, ...terms }) => ({
      at,
      by: personOf(by),
      user: personOf(userId),
      change,
      role,
      ...toDays(terms, zone),
    })),
  };
};

export const listStaff = async (context: ReadStaffDeps, caller: Caller, id: string): Promise<CourseStaff> =>
  describeStaff(context, await findCourseFor(context, caller, 'readCourse', id));
