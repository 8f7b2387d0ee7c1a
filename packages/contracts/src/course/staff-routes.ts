import { z } from 'zod/mini';
import { idParams, objectIdSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { courseStaffSchema, newStaffSchema, staffTermsSchema } from './staff-schemas.ts';

const { get, post, put, remove } = routesOf('course');
const memberParams = z.object({ id: objectIdSchema, userId: userIdSchema });

export const listStaff = get('/api/courses/:id/staff', {
  summary: 'List the staff of a course and their latest changes',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  answer: courseStaffSchema,
});
export const addStaff = post('/api/courses/:id/staff', {
  summary: 'Add a teacher to the staff of a course by email address or employee number (idempotent)',
  access: 'teacher',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['course_role_given', 'staff_added'],
  params: idParams,
  body: newStaffSchema,
  answer: courseStaffSchema,
});
export const changeStaff = put('/api/courses/:id/staff/:userId', {
  summary: 'Change role and dates of a member of staff',
  access: 'teacher',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['staff_changed'],
  params: memberParams,
  body: staffTermsSchema,
  answer: courseStaffSchema,
});
export const removeStaff = remove('/api/courses/:id/staff/:userId', {
  summary: 'Remove somebody from the staff of a course; everybody but the owner can remove themselves',
  access: 'teacher',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['staff_removed', 'staff_left'],
  params: memberParams,
});
export const handOverCourse = post('/api/courses/:id/staff/:userId/hand-over', {
  summary:
    'Make a member of staff the owner of a course; the previous owner becomes a co-teacher (idempotent)',
  access: 'teacher',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['course_handed_over', 'course_handed_on', 'staff_handed_over'],
  params: memberParams,
  answer: courseStaffSchema,
});
