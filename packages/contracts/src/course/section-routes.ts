import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { courseStudentParams } from './enrollment-schemas.ts';
import { courseSchema } from './schemas.ts';
import { moveSchema, newSectionSchema, sectionEditSchema } from './section-schemas.ts';

const service = 'course' as const;

export const addSection = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/sections',
  summary: 'Add a section to a course, or restore the archived one of this name (idempotent)',
  access: 'teacher',
  params: z.object({ id: objectIdSchema }),
  body: newSectionSchema,
  answer: courseSchema,
});
export const editSection = defineRoute({
  service,
  method: 'put',
  path: '/api/courses/:id/sections/:sectionId',
  summary: 'Rename, archive or restore a section; a section with students cannot be archived',
  access: 'teacher',
  params: z.object({ id: objectIdSchema, sectionId: objectIdSchema }),
  body: sectionEditSchema,
  answer: courseSchema,
});
export const moveStudent = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/students/:studentId/move',
  summary: 'Move a student to another section of the course (idempotent)',
  access: 'teacher',
  params: courseStudentParams,
  body: moveSchema,
  status: 204,
  answer: z.undefined(),
});
