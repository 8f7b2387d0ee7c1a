import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import {
  changeResultsSchema,
  classChangesSchema,
  classSearchSchema,
  classUseSearchSchema,
  foundClassesSchema,
  foundRoomsSchema,
  roomChangesSchema,
  roomIdsSchema,
  roomSearchSchema,
  sectionMoveSchema,
  usedClassesSchema,
} from './timetable-schemas.ts';

const { get, post, put } = routesOf('session');
const access = 'internal' as const;

export const findRoomsInternal = post('/internal/rooms/find', {
  summary: "Find rooms by the institution's ids, with what files stated about them",
  access,
  grants: 'reads',
  body: roomSearchSchema,
  answer: foundRoomsSchema,
});
/** In the order of the ids; null for unknown ids. */
export const nameRoomsInternal = post('/internal/rooms/names', {
  summary: 'Get the names of rooms, deleted ones included',
  access,
  grants: 'reads',
  body: roomIdsSchema,
  answer: z.array(z.nullable(z.string())),
});
export const putRoomsInternal = put('/internal/rooms', {
  summary: 'Create, change or delete rooms for an import (idempotent)',
  access,
  grants: 'changesOwn',
  body: roomChangesSchema,
  answer: changeResultsSchema,
});
export const findTimetableInternal = post('/internal/timetable/find', {
  summary: 'Find the imported weekly classes of sections, with what files stated about them',
  access,
  grants: 'reads',
  body: classSearchSchema,
  answer: foundClassesSchema,
});
export const findUsedClassesInternal = post('/internal/timetable/uses', {
  summary: 'Find the weekly classes that use rooms, teachers or courses',
  access,
  grants: 'reads',
  body: classUseSearchSchema,
  answer: usedClassesSchema,
});
export const putTimetableInternal = put('/internal/timetable', {
  summary: 'Create, change or end weekly classes for an import (idempotent)',
  access,
  grants: 'changesOwn',
  body: classChangesSchema,
  answer: changeResultsSchema,
});
/** Sections in which a class took place cannot be moved. */
export const moveSectionInternal = post('/internal/sections/move', {
  summary: 'Move the series and classes of a section to another course (idempotent)',
  access,
  grants: 'changesOwn',
  body: sectionMoveSchema,
  answer: z.object({ isMoved: z.boolean() }),
});
export const countTimetableInternal = get('/internal/timetable/counts', {
  summary: 'Count the rooms and the imported weekly classes',
  access,
  grants: 'reads',
  answer: z.object({ rooms: z.int(), classes: z.int() }),
});
