import { type Caller, notFound } from '@qr-attendance/server';
import type { Courses } from './courses.ts';
import type { Enrollments } from '../enrollment/enrollments.ts';
import type { Course } from './rules/course.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
}

/** Finds a course of the teacher's own, or one the student is enrolled in; anyone else learns not even that it exists. */
export const makeGetCourse =
  ({ courses, enrollments }: Deps) =>
  async (caller: Caller, courseId: string): Promise<Course> => {
    const course = await courses.find(courseId);
    if (!course) throw notFound('Course');
    if (course.teacherId === caller.id) return course;
    const enrollment = await enrollments.find(courseId, caller.id);
    if (!enrollment?.active) throw notFound('Course');
    return course;
  };
