import type { PersonalData } from '@qr-attendance/contracts';
import type { PeopleProjection } from '@qr-attendance/messaging';
import type { Caller } from '@qr-attendance/server';
import { ALL, type Courses } from '../courses/courses.ts';
import type { Enrollments } from '../enrollment/enrollments.ts';
import { toCourseChanged, toEnrollmentChanged } from '../courses/rules/course.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  people: PeopleProjection;
  clock: () => Date;
}

/** Gives a person all that this service keeps about them: the name, the courses they teach, their enrollments. */
export const makeExportPersonalData =
  ({ courses, enrollments, people, clock }: Deps) =>
  async ({ id }: Caller): Promise<PersonalData> => {
    const [names, taught, places] = await Promise.all([
      people.namesOf([id]),
      courses.list({ teacherId: id }, ALL),
      enrollments.listOf(id),
    ]);
    const attended = await courses.list({ ids: places.map(({ courseId }) => courseId) }, ALL);
    const nameOf = new Map(attended.map((course) => [course.id, course.name]));
    return {
      service: 'course',
      exportedAt: clock().toISOString(),
      records: {
        person: [...names.values()].map((name) => ({ name })),
        courses: taught.map(toCourseChanged),
        enrolments: places.map((place) => ({
          ...toEnrollmentChanged(place),
          courseName: nameOf.get(place.courseId),
        })),
      },
    };
  };
