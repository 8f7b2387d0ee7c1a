import { z } from 'zod/mini';
import { idParams, objectIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { courseStudentParams } from './enrollment-schemas.ts';
import { courseSchema } from './schemas.ts';
import { moveSchema, newSectionSchema, sectionEditSchema } from './section-schemas.ts';

const { post, put } = routesOf('course');

export const addSection = post('/api/courses/:id/sections', {
  summary: 'Add a section to a course, or restore the archived one of this name (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: newSectionSchema,
  answer: courseSchema,
});
export const editSection = put('/api/courses/:id/sections/:sectionId', {
  summary: 'Rename, archive or restore a section; a section with students cannot be archived',
  access: 'teacher',
  grants: 'changesOwn',
  params: z.object({ id: objectIdSchema, sectionId: objectIdSchema }),
  body: sectionEditSchema,
  answer: courseSchema,
});
export const moveStudent = post('/api/courses/:id/students/:studentId/move', {
  summary: 'Move a student to another section of the course (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: courseStudentParams,
  body: moveSchema,
});
