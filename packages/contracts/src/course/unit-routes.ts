import { z } from 'zod/mini';
import { objectIdSchema, pageQuerySchema, searchSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { newUnitSchema, unitEditSchema, unitSchema } from './unit-schemas.ts';

const service = 'course' as const;
const idParams = z.object({ id: objectIdSchema });

export const listUnits = defineRoute({
  service,
  method: 'get',
  path: '/api/units',
  summary: 'List units by name; `search` matches beginnings of words of the name and the external id',
  access: 'staff',
  query: z.extend(pageQuerySchema, { search: z.optional(searchSchema) }),
  answer: z.array(unitSchema),
});
export const createUnit = defineRoute({
  service,
  method: 'post',
  path: '/api/units',
  summary: 'Create a unit',
  access: 'admin',
  body: newUnitSchema,
  status: 201,
  answer: unitSchema,
});
export const editUnit = defineRoute({
  service,
  method: 'put',
  path: '/api/units/:id',
  summary: 'Rename or move a unit; 409 if it was changed concurrently',
  access: 'admin',
  params: idParams,
  body: unitEditSchema,
  answer: unitSchema,
});
export const deleteUnit = defineRoute({
  service,
  method: 'delete',
  path: '/api/units/:id',
  summary: 'Delete a unit without units below it and without courses',
  access: 'admin',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
