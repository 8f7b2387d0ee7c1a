import type { NewCourse, SessionPolicyChoice } from '@qr-attendance/contracts';
import {
  type Caller,
  DomainError,
  type IdempotentRequest,
  notFound,
  temporarilyUnavailable,
} from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Course } from './courses.ts';

/** Creates a course of the teacher's own; a repeat of the request is answered with what it created. */
export const createCourse = async (
  { courses }: Pick<Context, 'courses'>,
  teacher: Caller,
  newCourse: NewCourse,
  once?: IdempotentRequest,
): Promise<Course> => {
  const course = await courses.create(teacher.id, newCourse, once);
  if (course) return course;
  const sentence = 'You already have a course with this code and section.';
  throw new DomainError('conflict', 'course_exists', sentence);
};

/** Who loses a race writes after the winner. */
const TRIES = 5;

/** Chooses what the sessions of one of the teacher's own courses require; the choice made before is gone as a whole. */
export const updateCourse = async (
  { courses }: Pick<Context, 'courses'>,
  teacher: Caller,
  id: string,
  sessionDefaults: SessionPolicyChoice,
): Promise<Course> => {
  for (let left = TRIES; left > 0; left -= 1) {
    const course = await courses.find(id);
    if (course?.teacherId !== teacher.id) throw notFound('Course');
    const changed = { ...course, sessionDefaults, version: course.version + 1 };
    if (await courses.change(changed)) return changed;
  }
  throw temporarilyUnavailable();
};
