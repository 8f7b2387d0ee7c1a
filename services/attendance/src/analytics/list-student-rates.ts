import { routes, type StudentRate } from '@qr-attendance/contracts';
import { type InternalClient, notFound } from '@qr-attendance/server';
import type { Courses } from '../projections/courses.ts';
import type { Projections } from '../projections/projections.ts';
import type { ListStudentTotals, StudentTotalsFilter } from './student-rates.ts';
import { percentage } from './rules/rates.ts';

interface Deps {
  courses: Courses;
  projections: Projections;
  courseService: InternalClient;
  listStudentTotals: ListStudentTotals;
}

/** How often each student of a teacher's own course came. */
export const makeListStudentRates = ({ courses, projections, courseService, listStudentTotals }: Deps) => {
  /** A course just made may not have arrived yet, so its owner is asked. */
  const findTeacher = async (id: string): Promise<string | undefined> => {
    const known = await courses.findTeacher(id);
    if (known) return known;
    const found = await courseService.get(routes.course.getCourseInternal, { id });
    if (found) await projections.saveCourse(found);
    return found?.teacherId;
  };

  return async (teacherId: string, filter: StudentTotalsFilter, limit: number): Promise<StudentRate[]> => {
    if ((await findTeacher(filter.courseId)) !== teacherId) throw notFound('Course');
    const students = await listStudentTotals(filter, limit);
    return students.map(({ id, name, email, ...totals }) => ({
      student: { _id: id, name, email },
      ...totals,
      attendancePercentage: percentage(totals),
    }));
  };
};
export type ListStudentRates = ReturnType<typeof makeListStudentRates>;
