import type { Course as CourseAnswer } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { Enrollments } from '../enrollment/enrollments.ts';
import type { Course } from './rules/course.ts';
import type { FindNames } from './find-names.ts';

interface Deps {
  enrollments: Enrollments;
  findNames: FindNames;
}

/** Describes courses to a caller: who is enrolled and what sessions require is for the course's own teacher alone. */
export const makeDescribeCourses =
  ({ enrollments, findNames }: Deps) =>
  async (caller: Caller, courses: Course[]): Promise<CourseAnswer[]> => {
    const isOwn = (course: Course) => course.teacherId === caller.id;
    const idsOf = (some: Course[]) => some.map(({ id }) => id);
    const [names, students, counts] = await Promise.all([
      findNames(courses.map(({ teacherId }) => teacherId)),
      enrollments.studentIdsOf(idsOf(courses.filter(isOwn))),
      enrollments.countsOf(idsOf(courses.filter((course) => !isOwn(course)))),
    ]);
    return courses.map((course) => {
      const { id, name, code, section, semester, teacherId } = course;
      const teacherName = names.get(teacherId);
      const enrolled = isOwn(course) ? (students.get(id) ?? []) : undefined;
      return {
        _id: id,
        name,
        code,
        section,
        semester,
        teacher: { _id: teacherId, user: teacherName === undefined ? null : { name: teacherName } },
        studentCount: enrolled?.length ?? counts.get(id) ?? 0,
        students: enrolled,
        sessionDefaults: isOwn(course) ? course.sessionDefaults : undefined,
      };
    });
  };
export type DescribeCourses = ReturnType<typeof makeDescribeCourses>;
