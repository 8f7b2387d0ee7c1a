import { z } from 'zod/mini';
import { objectIdSchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { courseStaffSchema, newStaffSchema, staffTermsSchema } from './staff-schemas.ts';

const service = 'course' as const;
const idParams = z.object({ id: objectIdSchema });
const memberParams = z.object({ id: objectIdSchema, userId: userIdSchema });

export const listStaff = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/staff',
  summary: 'List the staff of a course and their latest changes',
  access: 'teacher',
  params: idParams,
  answer: courseStaffSchema,
});
export const addStaff = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/staff',
  summary: 'Add a teacher to the staff of a course by email address or employee number (idempotent)',
  access: 'teacher',
  params: idParams,
  body: newStaffSchema,
  answer: courseStaffSchema,
});
export const changeStaff = defineRoute({
  service,
  method: 'put',
  path: '/api/courses/:id/staff/:userId',
  summary: 'Change role and dates of a member of staff',
  access: 'teacher',
  params: memberParams,
  body: staffTermsSchema,
  answer: courseStaffSchema,
});
export const removeStaff = defineRoute({
  service,
  method: 'delete',
  path: '/api/courses/:id/staff/:userId',
  summary: 'Remove somebody from the staff of a course; everybody but the owner can remove themselves',
  access: 'teacher',
  params: memberParams,
  status: 204,
  answer: z.undefined(),
});
export const handOverCourse = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/staff/:userId/hand-over',
  summary:
    'Make a member of staff the owner of a course; the previous owner becomes a co-teacher (idempotent)',
  access: 'teacher',
  params: memberParams,
  answer: courseStaffSchema,
});
