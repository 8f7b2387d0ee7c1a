import { z } from 'zod/mini';
import { objectIdSchema, pageQuerySchema, searchSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { newRoomSchema, roomEditSchema, roomSchema } from './room-schemas.ts';

const service = 'session' as const;
const idParams = z.object({ id: objectIdSchema });

export const listRooms = defineRoute({
  service,
  method: 'get',
  path: '/api/rooms',
  summary:
    'List rooms by name; `search` matches beginnings of words of the name, the building and the external id',
  access: 'staff',
  query: z.extend(pageQuerySchema, { search: z.optional(searchSchema) }),
  answer: z.array(roomSchema),
});
export const createRoom = defineRoute({
  service,
  method: 'post',
  path: '/api/rooms',
  summary: 'Create a room',
  access: 'admin',
  body: newRoomSchema,
  status: 201,
  answer: roomSchema,
});
export const editRoom = defineRoute({
  service,
  method: 'put',
  path: '/api/rooms/:id',
  summary: 'Edit a room; 409 if it was changed concurrently. Created classes keep their location.',
  access: 'admin',
  params: idParams,
  body: roomEditSchema,
  answer: roomSchema,
});
export const deleteRoom = defineRoute({
  service,
  method: 'delete',
  path: '/api/rooms/:id',
  summary: 'Delete a room without planned series; its classes keep its name and location',
  access: 'admin',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
