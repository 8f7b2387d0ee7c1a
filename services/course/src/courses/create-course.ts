import type { NewCourse } from '@qr-attendance/contracts';
import { type Caller, type IdempotentRequest, DomainError } from '@qr-attendance/server';
import type { Courses } from './courses.ts';
import type { Course } from './rules/course.ts';

/** Creates a course of the teacher's own; a repeat of the request is answered with what it created. */
export const makeCreateCourse =
  ({ courses }: { courses: Courses }) =>
  async (teacher: Caller, newCourse: NewCourse, once?: IdempotentRequest): Promise<Course> => {
    const course = await courses.create(teacher.id, newCourse, once);
    if (course) return course;
    const sentence = 'You already have a course with this code and section.';
    throw new DomainError('conflict', 'course_exists', sentence);
  };
