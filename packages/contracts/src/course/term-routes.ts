import { z } from 'zod/mini';
import { objectIdSchema, pageQuerySchema, searchSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { courseSchema } from './schemas.ts';
import { newTermSchema, termEditSchema, termSchema } from './term-schemas.ts';

const service = 'course' as const;
const idParams = z.object({ id: objectIdSchema });

export const listTerms = defineRoute({
  service,
  method: 'get',
  path: '/api/terms',
  summary: 'List terms, latest first; `search` matches beginnings of words of the name and the external id',
  access: 'staff',
  query: z.extend(pageQuerySchema, { search: z.optional(searchSchema) }),
  answer: z.array(termSchema),
});
export const createTerm = defineRoute({
  service,
  method: 'post',
  path: '/api/terms',
  summary: 'Create a term with its breaks and holidays',
  access: 'admin',
  body: newTermSchema,
  status: 201,
  answer: termSchema,
});
export const editTerm = defineRoute({
  service,
  method: 'put',
  path: '/api/terms/:id',
  summary: 'Edit a term; 409 if it was changed concurrently',
  access: 'admin',
  params: idParams,
  body: termEditSchema,
  answer: termSchema,
});
export const deleteTerm = defineRoute({
  service,
  method: 'delete',
  path: '/api/terms/:id',
  summary: 'Delete a term without courses',
  access: 'admin',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
/** Its courses follow in the background; `updatingCourses` is missing when all have. */
export const archiveTerm = defineRoute({
  service,
  method: 'post',
  path: '/api/terms/:id/archive',
  summary: 'Archive a term with all its courses (idempotent)',
  access: 'admin',
  params: idParams,
  answer: termSchema,
});
/** Courses that their teachers archived stay archived. */
export const restoreTerm = defineRoute({
  service,
  method: 'post',
  path: '/api/terms/:id/restore',
  summary: 'Restore an archived term, and the courses that were archived with it (idempotent)',
  access: 'admin',
  params: idParams,
  answer: termSchema,
});
/** Courses follow in the background. Those copied before, or archived by their teachers, are left out. */
export const copyTermCourses = defineRoute({
  service,
  method: 'post',
  path: '/api/terms/:id/copy-courses',
  summary: 'Copy the courses of another term into this one, without students and sessions (idempotent)',
  access: 'admin',
  params: idParams,
  body: z.object({ from: objectIdSchema }),
  answer: termSchema,
});
export const copyCourse = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/copy',
  summary: 'Copy a course into another term, without students and sessions (idempotent)',
  access: 'teacher',
  params: idParams,
  body: z.object({ termId: objectIdSchema }),
  answer: courseSchema,
});
