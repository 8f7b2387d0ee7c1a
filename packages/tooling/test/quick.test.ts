import { expect, test } from '@jest/globals';
import { chooseChecks } from '../src/quick/choose-checks.ts';

test('a change to a field of a course starts the type checks of its service and of the pages, and the tests of the form', () => {
  const contract = 'packages/contracts/src/course/schemas.ts';
  const useCase = 'services/course/src/core/courses/change-courses.ts';
  const form = 'mfe-teacher/src/shared/course-fields.tsx';
  const files = [contract, useCase, form, 'docs/specification.md'];
  expect(chooseChecks(files)).toMatchObject({
    servers: ['packages/contracts', 'services/course'],
    pages: true,
    testedPages: [form],
    serverTests: [],
  });
});

test('tests of services are only listed, because they need databases', () => {
  const test = 'services/course/test/edit-course.test.ts';
  expect(chooseChecks([test])).toMatchObject({
    pages: false,
    servers: ['services/course'],
    serverTests: [test],
  });
});

test('changes to texts start the type check of pages, which use their keys', () => {
  expect(chooseChecks(['mfe-teacher/src/texts/de.json'])).toMatchObject({ code: [], pages: true });
});

test('changes to documents do not start a type check', () => {
  expect(chooseChecks(['README.md'])).toMatchObject({ code: [], pages: false, servers: [] });
});
