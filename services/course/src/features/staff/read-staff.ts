import type { CourseStaff } from '@qr-attendance/contracts';
import { findNames } from '@qr-attendance/messaging/mongo';
import type { Caller } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { findCourseFor } from '../../core/courses/change-courses.ts';
import type { Course } from '../../core/courses/courses.ts';
import { toDays } from '../../core/staff/staff-days.ts';

export type Describing = Pick<
  Context,
  'courses' | 'staffedCourses' | 'people' | 'auth' | 'clock' | 'campusTimeZone'
>;

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
