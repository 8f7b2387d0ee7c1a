import { z } from 'zod/mini';
import { idParams, searchPageQuerySchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { newUnitSchema, unitEditSchema, unitSchema } from './unit-schemas.ts';

const { get, post, put, remove } = routesOf('course');

export const listUnits = get('/api/units', {
  summary: 'List units by name; `search` matches beginnings of words of the name and the external id',
  access: 'staff',
  grants: 'reads',
  query: searchPageQuerySchema,
  answer: z.array(unitSchema),
});
export const createUnit = post('/api/units', {
  summary: 'Create a unit',
  access: 'admin',
  grants: 'changesOwn',
  body: newUnitSchema,
  status: 201,
  answer: unitSchema,
});
export const editUnit = put('/api/units/:id', {
  summary: 'Rename or move a unit; 409 if it was changed concurrently',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'conditional',
  tells: ['unit_moved'],
  params: idParams,
  body: unitEditSchema,
  answer: unitSchema,
});
export const deleteUnit = remove('/api/units/:id', {
  summary: 'Delete a unit without units below it and without courses',
  access: 'admin',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['unit_deleted'],
  params: idParams,
});
