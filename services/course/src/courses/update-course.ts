import type { SessionPolicyChoice } from '@qr-attendance/contracts';
import { type Caller, notFound, temporarilyUnavailable } from '@qr-attendance/server';
import type { Courses } from './courses.ts';
import type { Course } from './rules/course.ts';

/** Who loses a race writes after the winner. */
const TRIES = 5;

/** Chooses what the sessions of one of the teacher's own courses require; the choice made before is gone as a whole. */
export const makeUpdateCourse =
  ({ courses }: { courses: Courses }) =>
  async (teacher: Caller, id: string, sessionDefaults: SessionPolicyChoice): Promise<Course> => {
    for (let left = TRIES; left > 0; left -= 1) {
      const course = await courses.find(id);
      if (course?.teacherId !== teacher.id) throw notFound('Course');
      const changed = { ...course, sessionDefaults, version: course.version + 1 };
      if (await courses.change(changed)) return changed;
    }
    throw temporarilyUnavailable();
  };
