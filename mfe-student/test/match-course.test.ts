import { expect, test } from '@jest/globals';
import type { Course } from '@qr-attendance/contracts';
import { makeMatchCourse } from '../src/features/enroll/match-course.ts';

const course: Course = {
  _id: '66f000000000000000000c01',
  name: 'Ökonomie für Ingenieure',
  code: 'EC101',
  section: 'B',
  semester: 3,
  studentCount: 2,
  teacher: { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02', user: { name: 'Zoë Lovelace' } },
};

test.each(['', 'okonomie', 'ÖKO', 'ec101', 'zoe', 'ingenieure ec1 '])('"%s" finds it', (search) => {
  expect(makeMatchCourse(search)(course)).toBe(true);
});
test('every word must occur', () => {
  expect(makeMatchCourse('okonomie physik')(course)).toBe(false);
});
test('a teacher who is not known yet is no obstacle', () => {
  expect(makeMatchCourse('ec101')({ ...course, teacher: { ...course.teacher, user: null } })).toBe(true);
});
