import { z } from 'zod/mini';
import { definePersonalDataRoute, defineRepublishRoute } from '../every-service.ts';
import { idParams, objectIdSchema, searchPageQuerySchema, userIdSchema } from '../common.ts';
import { courseChangedSchema, membershipChangedSchema, unitChangedSchema } from '../events/course.ts';
import { routesOf } from '../route.ts';
import { newSessionDefaultsSchema } from '../session/defaults.ts';
import { courseEditSchema, courseSchema, newCourseSchema } from './schemas.ts';

const { get, post, put, patch, remove } = routesOf('course');
/**
 * Every word of `search` must match the beginning of a word in the code, the section, the name or the
 * teacher's name.
 */
const courseListQuerySchema = searchPageQuerySchema;

export const listCourses = get('/api/courses', {
  summary: 'List my courses',
  access: 'signed-in',
  grants: 'reads',
  query: courseListQuerySchema,
  answer: z.array(courseSchema),
});
export const createCourse = post('/api/courses', {
  summary: 'Create a course',
  access: 'teacher',
  grants: 'changesOwn',
  body: newCourseSchema,
  idempotent: true,
  status: 201,
  answer: courseSchema,
});
export const getCourse = get('/api/courses/:id', {
  summary: 'Get one of my courses',
  access: 'signed-in',
  grants: 'reads',
  params: idParams,
  answer: courseSchema,
});
export const updateCourse = patch('/api/courses/:id', {
  summary: 'Set the session defaults of a course',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: z.object({ sessionDefaults: newSessionDefaultsSchema }),
  answer: courseSchema,
});
export const editCourse = put('/api/courses/:id', {
  summary:
    'Edit name, code, section, semester, term and unit of a course; 409 if it was changed concurrently',
  access: 'teacher',
  grants: 'grantsPower',
  proof: 'conditional',
  tells: ['course_moved'],
  params: idParams,
  body: courseEditSchema,
  answer: courseSchema,
});
export const archiveCourse = post('/api/courses/:id/archive', {
  summary: 'Archive a course (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: courseSchema,
});
export const restoreCourse = post('/api/courses/:id/restore', {
  summary: 'Restore an archived course (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: courseSchema,
});
export const deleteCourse = remove('/api/courses/:id', {
  summary: 'Delete a course without students and sessions',
  access: 'teacher',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['course_deleted'],
  params: idParams,
});
export const getMyCourseData = definePersonalDataRoute('course', '/api/courses/my-data');
export const listAvailableCourses = get('/api/courses/available/all', {
  summary: 'List courses open for enrollment',
  access: 'student',
  grants: 'reads',
  query: courseListQuerySchema,
  answer: z.array(courseSchema),
});
export const getCourseInternal = get('/internal/courses/:id', {
  summary: 'Get a course as published to other services',
  access: 'internal',
  grants: 'reads',
  params: idParams,
  answer: courseChangedSchema,
});
export const getEnrollmentInternal = get('/internal/courses/:id/enrollments/:studentId', {
  summary: 'Get the enrollment of a student in a course',
  access: 'internal',
  grants: 'reads',
  params: z.object({ id: objectIdSchema, studentId: userIdSchema }),
  answer: membershipChangedSchema,
});
export const getUnitPathInternal = get('/internal/units/:id/path', {
  summary: 'Get a unit and all units above it as published to other services',
  access: 'internal',
  grants: 'reads',
  params: idParams,
  answer: z.array(unitChangedSchema),
});
/** Enrolls a student whose mark was rejected; the caller has checked that the teacher `by` may do that. */
export const enrollInternal = post('/internal/courses/:id/enrollments/:studentId', {
  summary: 'Enroll a student in a course (idempotent)',
  access: 'internal',
  grants: 'changesOwn',
  params: z.object({ id: objectIdSchema, studentId: userIdSchema }),
  /** The sections of the class, including sections of other courses; by default the first section of the course. */
  body: z.object({ by: userIdSchema, sectionIds: z.optional(z.array(objectIdSchema)) }),
  answer: membershipChangedSchema,
});
export const republish = defineRepublishRoute('course');
