import type { CourseStaff } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Caller, InternalClient } from '@qr-attendance/server';
import { findCourseFor } from '../../core/courses/change-courses.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import { toDays } from '../../core/staff/staff-days.ts';
import type { StaffedCourses } from '../../core/staff/staffed-courses.ts';

export interface Describing {
  courses: Courses;
  staffedCourses: StaffedCourses;
  people: PeopleProjection;
  auth: InternalClient;
  clock: () => Date;
  campusTimeZone: string;
}

export const describeStaff = async (context: Describing, course: Course): Promise<CourseStaff> => {
  const { campusTimeZone: zone } = context;
  const { teacherId, staff = [] } = course;
  const changes = (await context.staffedCourses.listChanges(course.id)).toReversed();
  const names = await findNames(context, [
    teacherId,
    ...staff.map(({ userId }) => userId),
    ...changes.flatMap(({ by, userId }) => [by, userId]),
  ]);
  const personOf = (id: string) => ({ _id: id, name: names.get(id) ?? null });
  return {
    staff: [
      { user: personOf(teacherId), role: 'owner' },
      ...staff.map(({ userId, role, sectionIds, ...terms }) => ({
        user: personOf(userId),
        ...{ role, ...(sectionIds && { sectionIds }) },
        ...toDays(terms, zone),
      })),
    ],
    changes: changes.map(({ at, by, userId, change, role, ...terms }) => ({
      ...{ at, by: personOf(by), user: personOf(userId), change, role },
      ...toDays(terms, zone),
    })),
  };
};

export const listStaff = async (context: Describing, caller: Caller, id: string): Promise<CourseStaff> =>
  describeStaff(context, await findCourseFor(context, caller, 'readCourse', id));
