import { expect, test } from '@jest/globals';
import { nameOfPath, readPagePath } from '../src/generate/page-path.ts';

test.each([
  ['grade-overview', 'grade-overview'],
  ['imports/history', 'imports-history'],
  ['courses/:courseId', 'course'],
  ['courses/:courseId/notes', 'course-notes'],
  ['courses/:courseId/students/:studentId', 'course-student'],
  [':qrCode/help', 'qr-code-help'],
])('the files of the page %s are named %s', (path, name) => {
  expect(nameOfPath(path)).toBe(name);
});

test('a path may start with its area', () => {
  const page = { area: 'student', path: 'courses/:courseId/notes', parameters: ['courseId'] };
  expect(readPagePath('/student/courses/:courseId/notes', 'teacher')).toEqual(page);
  expect(readPagePath('courses/:courseId/notes', 'student')).toEqual(page);
  expect(readPagePath('student/notes', 'teacher')).toMatchObject({ area: 'teacher', path: 'student/notes' });
});

test.each(['', '/student', 'Notes', '../notes', ':course-id', 'notes/*', 'week-2'])(
  '“%s” is not a valid page path',
  (path) => {
    expect(() => readPagePath(path, 'student')).toThrow('must be a path in kebab case');
  },
);
