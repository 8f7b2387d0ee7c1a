import { z } from 'zod/mini';
import { idParams, searchPageQuerySchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { newRoomSchema, roomEditSchema, roomSchema } from './room-schemas.ts';

const { get, post, put, remove } = routesOf('session');

export const listRooms = get('/api/rooms', {
  summary:
    'List rooms by name; `search` matches beginnings of words of the name, the building and the external id',
  access: 'staff',
  grants: 'reads',
  query: searchPageQuerySchema,
  answer: z.array(roomSchema),
});
export const createRoom = post('/api/rooms', {
  summary: 'Create a room',
  access: 'admin',
  grants: 'changesOwn',
  body: newRoomSchema,
  status: 201,
  answer: roomSchema,
});
export const editRoom = put('/api/rooms/:id', {
  summary: 'Edit a room; 409 if it was changed concurrently. Created classes keep their location.',
  access: 'admin',
  grants: 'changesOwn',
  params: idParams,
  body: roomEditSchema,
  answer: roomSchema,
});
export const deleteRoom = remove('/api/rooms/:id', {
  summary: 'Delete a room without planned series; its classes keep its name and location',
  access: 'admin',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['room_deleted'],
  params: idParams,
});
