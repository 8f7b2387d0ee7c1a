import { expect, it } from '@jest/globals';
import { manyCoursesFilter } from '../src/core/sessions/many-courses.ts';
import type { Session } from '../src/core/sessions/rules/session.ts';

const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `course ${n}`);
const sessionOf = (courseId: string, ...joint: string[]) =>
  ({ courseId, sections: joint.map((id) => ({ courseId: id, sectionId: id })) }) as unknown as Session;

it('no filter is needed for a few courses, which the query selects', () => {
  expect(manyCoursesFilter(undefined)).toBeUndefined();
  expect(manyCoursesFilter(idsOf(500))).toBeUndefined();
});

it('the filter for many courses includes joint classes that another course owns', () => {
  const isWanted = manyCoursesFilter(idsOf(501));
  const sessions = [
    sessionOf('course 500'),
    sessionOf('elsewhere'),
    sessionOf('elsewhere', 'elsewhere', 'course 7'),
  ];
  expect(sessions.map((session) => isWanted?.(session))).toEqual([true, false, true]);
});
