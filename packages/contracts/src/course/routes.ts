import { z } from 'zod/mini';
import { defineRepublishRoute } from '../republish.ts';
import { objectIdSchema, pageQuerySchema, searchSchema, userIdSchema } from '../common.ts';
import { courseChangedSchema, membershipChangedSchema } from '../events/course.ts';
import { definePersonalDataRoute } from '../personal-data.ts';
import { defineRoute } from '../route.ts';
import { newSessionDefaultsSchema } from '../session/defaults.ts';
import { courseEditSchema, courseSchema, newCourseSchema } from './schemas.ts';

const service = 'course' as const;
const idParams = z.object({ id: objectIdSchema });
/** `search`: beginnings of words of the code, the section, the name and the teacher's name, all of which must be found. */
const courseListQuerySchema = z.extend(pageQuerySchema, { search: z.optional(searchSchema) });

export const listCourses = defineRoute({
  service,
  method: 'get',
  path: '/api/courses',
  summary: "A teacher's own courses; the courses a student is enrolled in",
  access: 'signed-in',
  query: courseListQuerySchema,
  answer: z.array(courseSchema),
});
export const createCourse = defineRoute({
  service,
  method: 'post',
  path: '/api/courses',
  summary: 'Create a course',
  access: 'teacher',
  body: newCourseSchema,
  idempotent: true,
  status: 201,
  answer: courseSchema,
});
export const getCourse = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id',
  summary: 'One of my courses, or one I am enrolled in',
  access: 'signed-in',
  params: idParams,
  answer: courseSchema,
});
export const updateCourse = defineRoute({
  service,
  method: 'patch',
  path: '/api/courses/:id',
  summary: 'Choose what the sessions of one of my courses start with unless I say otherwise',
  access: 'teacher',
  params: idParams,
  body: z.object({ sessionDefaults: newSessionDefaultsSchema }),
  answer: courseSchema,
});
export const editCourse = defineRoute({
  service,
  method: 'put',
  path: '/api/courses/:id',
  summary: 'Change name, code, section and semester of one of my courses; 409 when it was changed meanwhile',
  access: 'teacher',
  params: idParams,
  body: courseEditSchema,
  answer: courseSchema,
});
export const archiveCourse = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/archive',
  summary: 'Offer one of my courses no more for new sessions or enrollment; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  answer: courseSchema,
});
export const restoreCourse = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/restore',
  summary: 'Offer an archived course of mine again; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  answer: courseSchema,
});
export const deleteCourse = defineRoute({
  service,
  method: 'delete',
  path: '/api/courses/:id',
  summary: 'Delete one of my courses that has neither students nor sessions',
  access: 'teacher',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
export const getMyCourseData = definePersonalDataRoute(service, '/api/courses/my-data');
export const listAvailableCourses = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/available/all',
  summary: 'Courses the student can still enrol in',
  access: 'student',
  query: courseListQuerySchema,
  answer: z.array(courseSchema),
});
export const getCourseInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/courses/:id',
  summary: 'A course as other services know it',
  access: 'internal',
  params: idParams,
  answer: courseChangedSchema,
});
export const getEnrollmentInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/courses/:id/enrollments/:studentId',
  summary: 'The enrollment of a student in a course',
  access: 'internal',
  params: z.object({ id: objectIdSchema, studentId: userIdSchema }),
  answer: membershipChangedSchema,
});
/** For a teacher who lets somebody in who tried to mark; who may do that, the caller has checked. */
export const enrollInternal = defineRoute({
  service,
  method: 'post',
  path: '/internal/courses/:id/enrollments/:studentId',
  summary: 'Enroll a student in a course; a repeat changes nothing',
  access: 'internal',
  params: z.object({ id: objectIdSchema, studentId: userIdSchema }),
  answer: membershipChangedSchema,
});
export const announce = defineRepublishRoute(service);
