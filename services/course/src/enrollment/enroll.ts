import { type Caller, notFound } from '@qr-attendance/server';
import type { Courses } from '../courses/courses.ts';
import type { Enrollments } from './enrollments.ts';
import type { Course } from '../courses/rules/course.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  clock: () => Date;
}

/** Enrols a student in a course; a repeat changes nothing, however many come at once. */
export const makeEnroll =
  ({ courses, enrollments, clock }: Deps) =>
  async (student: Caller, courseId: string): Promise<Course> => {
    const course = await courses.find(courseId);
    if (!course) throw notFound('Course');
    const enrollment = await enrollments.find(courseId, student.id);
    if (!enrollment) await enrollments.create(courseId, student.id, clock());
    else if (!enrollment.active) await enrollments.reactivate(enrollment, clock());
    return course;
  };
