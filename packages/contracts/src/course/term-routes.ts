import { z } from 'zod/mini';
import { idParams, objectIdSchema, searchPageQuerySchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { courseSchema } from './schemas.ts';
import { newTermSchema, termEditSchema, termSchema } from './term-schemas.ts';

const { get, post, put, remove } = routesOf('course');

export const listTerms = get('/api/terms', {
  summary: 'List terms, latest first; `search` matches beginnings of words of the name and the external id',
  access: 'staff',
  grants: 'reads',
  query: searchPageQuerySchema,
  answer: z.array(termSchema),
});
export const createTerm = post('/api/terms', {
  summary: 'Create a term with its breaks and holidays',
  access: 'admin',
  grants: 'changesOwn',
  body: newTermSchema,
  status: 201,
  answer: termSchema,
});
export const editTerm = put('/api/terms/:id', {
  summary: 'Edit a term; 409 if it was changed concurrently',
  access: 'admin',
  grants: 'changesOwn',
  params: idParams,
  body: termEditSchema,
  answer: termSchema,
});
export const deleteTerm = remove('/api/terms/:id', {
  summary: 'Delete a term without courses',
  access: 'admin',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['term_deleted'],
  params: idParams,
});
/** The courses are archived in the background; `updatingCourses` is missing once all are. */
export const archiveTerm = post('/api/terms/:id/archive', {
  summary: 'Archive a term with all its courses (idempotent)',
  access: 'admin',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['term_archived'],
  params: idParams,
  answer: termSchema,
});
/** Courses that their teachers archived stay archived. */
export const restoreTerm = post('/api/terms/:id/restore', {
  summary: 'Restore an archived term, and the courses that were archived with it (idempotent)',
  access: 'admin',
  grants: 'changesOwn',
  params: idParams,
  answer: termSchema,
});
/** Courses are copied in the background, except courses copied before and courses archived by their teachers. */
export const copyTermCourses = post('/api/terms/:id/copy-courses', {
  summary: 'Copy the courses of another term into this one, without students and sessions (idempotent)',
  access: 'admin',
  grants: 'changesOwn',
  params: idParams,
  body: z.object({ from: objectIdSchema }),
  answer: termSchema,
});
export const copyCourse = post('/api/courses/:id/copy', {
  summary: 'Copy a course into another term, without students and sessions (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: z.object({ termId: objectIdSchema }),
  answer: courseSchema,
});
