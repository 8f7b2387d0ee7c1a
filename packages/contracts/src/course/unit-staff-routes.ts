import { z } from 'zod/mini';
import { objectIdSchema, pageQuerySchema, searchSchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { unitCourseSchema } from './schemas.ts';
import {
  newUnitStaffSchema,
  ownUnitRoleSchema,
  unitStaffSchema,
  unitStaffTermsSchema,
} from './unit-schemas.ts';

const service = 'course' as const;
const idParams = z.object({ id: objectIdSchema });
const memberParams = z.object({ id: objectIdSchema, userId: userIdSchema });

export const listOwnUnitRoles = defineRoute({
  service,
  method: 'get',
  path: '/api/units/own-roles',
  summary: 'List the units in which the caller has a role now',
  access: 'staff',
  answer: z.array(ownUnitRoleSchema),
});
export const listUnitCourses = defineRoute({
  service,
  method: 'get',
  path: '/api/units/courses',
  summary: 'List the courses of the units that the caller may read, by code; administrators see all courses',
  access: 'staff',
  query: z.extend(pageQuerySchema, {
    search: z.optional(searchSchema),
    /** With all units below it. */
    unitId: z.optional(objectIdSchema),
    termId: z.optional(objectIdSchema),
  }),
  answer: z.array(unitCourseSchema),
});
export const listUnitStaff = defineRoute({
  service,
  method: 'get',
  path: '/api/units/staff',
  summary: 'List the staff of the units that the caller may read, by unit; `limit` counts units',
  access: 'staff',
  query: pageQuerySchema,
  answer: z.array(unitStaffSchema),
});
export const addUnitStaff = defineRoute({
  service,
  method: 'post',
  path: '/api/units/:id/staff',
  summary: 'Give a teacher a role in a unit by email address or employee number (idempotent)',
  access: 'staff',
  params: idParams,
  body: newUnitStaffSchema,
  answer: z.array(unitStaffSchema),
});
export const changeUnitStaff = defineRoute({
  service,
  method: 'put',
  path: '/api/units/:id/staff/:userId',
  summary: 'Change role and dates of a member of the staff of a unit',
  access: 'staff',
  params: memberParams,
  body: unitStaffTermsSchema,
  answer: z.array(unitStaffSchema),
});
export const removeUnitStaff = defineRoute({
  service,
  method: 'delete',
  path: '/api/units/:id/staff/:userId',
  summary: 'Remove somebody from the staff of a unit; everybody can remove themselves',
  access: 'staff',
  params: memberParams,
  status: 204,
  answer: z.undefined(),
});
