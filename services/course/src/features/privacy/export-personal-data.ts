import type { PersonalData } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { ALL, type Courses } from '../../core/courses/courses.ts';
import { toMembershipChanged } from '../../core/memberships/enrollment-standing.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';
import type { PermittedCourses } from '../../core/staff/staffed-courses.ts';
import type { Units } from '../../core/units/units.ts';

export const exportPersonalData = async (
  {
    courses,
    staffedCourses,
    units,
    enrollments,
    requests,
    people,
    clock,
  }: {
    courses: Courses;
    staffedCourses: PermittedCourses;
    units: Units;
    enrollments: Enrollments;
    requests: EnrollmentRequests;
    people: PeopleProjection;
    clock: () => Date;
  },
  { id }: Caller,
): Promise<PersonalData> => {
  const [names, staffed, staffedUnits, places, asked] = await Promise.all([
    people.namesOf([id]),
    staffedCourses.list(id),
    units.listStaffed(id),
    enrollments.listOf(id),
    requests.listOf(id),
  ]);
  const attended = await courses.list(
    { ids: [...places, ...asked].map(({ courseId }) => courseId) },
    { limit: ALL },
  );
  const taught = await courses.list({ ids: staffed.map((course) => course.id) }, { limit: ALL });
  const nameOf = new Map(attended.map((course) => [course.id, course.name]));
  return {
    service: 'course',
    exportedAt: clock().toISOString(),
    records: {
      person: [...names.values()].map((name) => ({ name })),
      courses: taught
        .filter(({ teacherId }) => teacherId === id)
        .map(({ staff: _others, ...course }) => course),
      staff: taught.flatMap(({ id: courseId, name: courseName, staff = [] }) =>
        staff.filter(({ userId }) => userId === id).map((member) => ({ courseId, courseName, ...member })),
      ),
      unitStaff: staffedUnits.flatMap(({ _id, name: unitName, staff = [] }) =>
        staff
          .filter(({ userId }) => userId === id)
          .map((member) => ({ unitId: _id.toHexString(), unitName, ...member })),
      ),
      enrollments: places.map((place) => ({
        ...toMembershipChanged(place),
        courseName: nameOf.get(place.courseId),
      })),
      enrollmentRequests: asked.map(({ courseId, state, requestedAt }) => ({
        courseId,
        courseName: nameOf.get(courseId),
        state,
        requestedAt: requestedAt.toISOString(),
      })),
    },
  };
};
