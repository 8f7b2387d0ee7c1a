import { type Caller, notFound } from '@qr-attendance/server';
import type { Courses } from './courses.ts';
import type { Enrollments } from '../enrollment/enrollments.ts';
import type { Course } from './rules/course.ts';

interface Deps {
  courses: Courses;
  enrolments: Enrollments;
}

/** Finds a course of the teacher's own, or one the student is enrolled in; anyone else learns not even that it exists. */
export const makeGetCourse =
  ({ courses, enrolments }: Deps) =>
  async (caller: Caller, courseId: string): Promise<Course> => {
    const course = await courses.find(courseId);
    if (!course) throw notFound('Course');
    if (course.teacherId === caller.id) return course;
    const enrolment = await enrolments.find(courseId, caller.id);
    if (!enrolment?.active) throw notFound('Course');
    return course;
  };
