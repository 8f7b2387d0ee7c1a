import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { ownUnitRoleSchema } from './unit-role-schemas.ts';

const { get } = routesOf('course');

/**
 * Every teacher page sends this request when it loads, so this module does not import the routes and schemas that
 * only administration pages need.
 */
export const listOwnUnitRoles = get('/api/units/own-roles', {
  summary: 'List the units in which the caller has a role now',
  access: 'staff',
  grants: 'reads',
  answer: z.array(ownUnitRoleSchema),
});
