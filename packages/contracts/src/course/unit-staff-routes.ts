import { z } from 'zod/mini';
import { idParams, objectIdSchema, pageQuerySchema, searchSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { unitCourseSchema } from './schemas.ts';
import { newUnitStaffSchema, unitStaffSchema, unitStaffTermsSchema } from './unit-schemas.ts';

const { get, post, put, remove } = routesOf('course');
const memberParams = z.object({ id: objectIdSchema, userId: userIdSchema });

export const listUnitCourses = get('/api/units/courses', {
  summary: 'List the courses of the units that the caller may read, by code; administrators see all courses',
  access: 'staff',
  grants: 'reads',
  query: z.extend(pageQuerySchema, {
    search: z.optional(searchSchema),
    /** Includes all units below. */
    unitId: z.optional(objectIdSchema),
    termId: z.optional(objectIdSchema),
  }),
  answer: z.array(unitCourseSchema),
});
export const listUnitStaff = get('/api/units/staff', {
  summary: 'List the staff of the units that the caller may read, by unit; `limit` counts units',
  access: 'staff',
  grants: 'reads',
  query: pageQuerySchema,
  answer: z.array(unitStaffSchema),
});
export const addUnitStaff = post('/api/units/:id/staff', {
  summary: 'Give a teacher a role in a unit by email address or employee number (idempotent)',
  access: 'staff',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['unit_role_given', 'unit_staff_added'],
  params: idParams,
  body: newUnitStaffSchema,
  answer: z.array(unitStaffSchema),
});
export const changeUnitStaff = put('/api/units/:id/staff/:userId', {
  summary: 'Change role and dates of a member of the staff of a unit',
  access: 'staff',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['unit_staff_changed'],
  params: memberParams,
  body: unitStaffTermsSchema,
  answer: z.array(unitStaffSchema),
});
export const removeUnitStaff = remove('/api/units/:id/staff/:userId', {
  summary: 'Remove somebody from the staff of a unit; everybody can remove themselves',
  access: 'staff',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['unit_staff_removed'],
  params: memberParams,
});
