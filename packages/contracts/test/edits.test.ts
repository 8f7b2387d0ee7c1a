import { expect, test } from '@jest/globals';
import { z } from 'zod/mini';
import { allRoutes } from '../src/index.ts';
import { edits } from '../src/samples/edits.ts';

/**
 * PUT routes that do not replace an object: they upload a part of a file, choose its header line, or set a single
 * value.
 */
const OTHERS = [
  '/api/imports/:id/answers/:line',
  '/api/imports/:id/parts/:index',
  '/api/imports/:id/header',
  '/api/auth/notices/:kind',
  '/api/sessions/extra-time/:courseId/:studentId',
];

const samplesByPath: Record<string, { before: object; after: object }> = {
  '/api/courses/:id': edits.editCourse,
  '/api/courses/:id/sections/:sectionId': edits.editSection,
  '/api/courses/:id/staff/:userId': edits.changeStaff,
  '/api/courses/:id/enrollment-settings': edits.changeEnrollmentSettings,
  '/api/terms/:id': edits.editTerm,
  '/api/units/:id': edits.editUnit,
  '/api/units/:id/staff/:userId': edits.changeUnitStaff,
  '/api/rooms/:id': edits.editRoom,
  '/api/sessions/:id': edits.editSession,
  '/api/sessions/institution-policy': edits.setInstitutionPolicy,
  '/api/series/:id': edits.editSeries,
};
const puts = allRoutes.filter(
  ({ method, access, path }) => method === 'put' && access !== 'internal' && !OTHERS.includes(path),
);

test('every PUT that replaces an object has a sample', () => {
  expect(puts.map(({ path }) => path).toSorted()).toEqual(Object.keys(samplesByPath).toSorted());
});

test.each(puts.map((route) => [route.path, route] as const))(
  'the sample of PUT %s has all fields, each with two accepted values',
  (path, { body }) => {
    const { before, after } = samplesByPath[path] ?? { before: {}, after: {} };
    if (!(body instanceof z.ZodMiniObject)) throw new Error(`the body of ${path} is no object`);
    const { version: _version, ...shape } = body.shape as Record<string, z.ZodMiniType>;
    const fields = Object.keys(shape).toSorted();
    for (const sample of [before, after]) {
      expect(Object.keys(sample).toSorted()).toEqual(fields);
      expect(body.safeParse({ ...sample, version: 1 })).toMatchObject({ success: true });
    }
    const values = (sample: object, field: string) => (sample as Record<string, unknown>)[field];
    for (const field of fields) expect(values(before, field)).not.toEqual(values(after, field));
  },
);
