import type { CourseEdit, NewCourse, SessionDefaultsChoice } from '@qr-attendance/contracts';
import {
  type Caller,
  DomainError,
  type IdempotentRequest,
  notFound,
  temporarilyUnavailable,
} from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Course } from './courses.ts';

type Courses = Pick<Context, 'courses'>;

const courseExists = (): DomainError =>
  new DomainError('conflict', 'course_exists', 'You already have a course with this code and section.');

export const createCourse = async (
  { courses, newCourseEnrollment: mode }: Courses & Pick<Context, 'newCourseEnrollment'>,
  teacher: Caller,
  asked: NewCourse,
  once?: IdempotentRequest,
): Promise<Course> => {
  const newCourse = mode === 'OPEN' ? asked : { ...asked, enrollmentMode: mode };
  const course = await courses.create(teacher.id, newCourse, once);
  if (course) return course;
  throw courseExists();
};

export const findOwnCourse = async ({ courses }: Courses, teacher: Caller, id: string): Promise<Course> => {
  const course = await courses.find(id);
  if (course?.teacherId !== teacher.id) throw notFound('Course');
  return course;
};

const MAX_TRIES = 5;

/** Retries after a concurrent change. */
export const changeOwnCourse = async (
  context: Courses,
  teacher: Caller,
  id: string,
  change: (course: Course) => Course,
): Promise<Course> => {
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const course = await findOwnCourse(context, teacher, id);
    const wanted = change(course);
    if (wanted === course) return course;
    const changed = { ...wanted, version: course.version + 1 };
    const written = await context.courses.change(changed);
    if (written === 'conflict') throw courseExists();
    if (written) return changed;
  }
  throw temporarilyUnavailable();
};

export const updateCourse = (
  context: Courses,
  teacher: Caller,
  id: string,
  sessionDefaults: SessionDefaultsChoice,
): Promise<Course> => changeOwnCourse(context, teacher, id, (course) => ({ ...course, sessionDefaults }));

export const editCourse = (
  context: Courses,
  teacher: Caller,
  id: string,
  { version, section, ...details }: CourseEdit,
): Promise<Course> =>
  changeOwnCourse(context, teacher, id, ({ section: _section, ...course }) => {
    if (course.version !== version)
      throw new DomainError(
        'conflict',
        'course_changed',
        'This course was changed in another window. Reload the page before you change it.',
      );
    return { ...course, ...details, ...(section === undefined ? {} : { section }) };
  });

export const setArchived = (
  context: Courses,
  teacher: Caller,
  id: string,
  archived: boolean,
): Promise<Course> =>
  changeOwnCourse(context, teacher, id, (course) => {
    if ((course.archived ?? false) === archived) return course;
    const { archived: _archived, ...others } = course;
    return archived ? { ...others, archived } : others;
  });
