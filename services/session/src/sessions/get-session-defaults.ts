import type { SessionPolicy } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import { resolvePolicy } from './rules/policy.ts';
import type { FindOwnCourse } from '../projections/find-courses.ts';

interface Deps {
  findOwnCourse: FindOwnCourse;
  institutionPolicy: SessionPolicy;
}

/** What a session of one of the teacher's own courses would require if the teacher said nothing more. */
export const makeGetSessionDefaults =
  ({ findOwnCourse, institutionPolicy }: Deps) =>
  async (teacher: Caller, courseId: string): Promise<SessionPolicy> => {
    const { sessionDefaults } = await findOwnCourse(teacher, courseId);
    return resolvePolicy(institutionPolicy, sessionDefaults);
  };
