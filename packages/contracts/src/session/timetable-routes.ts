import { z } from 'zod/mini';
import { defineRoute } from '../route.ts';
import {
  changeResultsSchema,
  classChangesSchema,
  classSearchSchema,
  classUseSearchSchema,
  foundClassesSchema,
  foundRoomsSchema,
  roomChangesSchema,
  roomSearchSchema,
  usedClassesSchema,
} from './timetable-schemas.ts';

const service = 'session' as const;
const access = 'internal' as const;

export const findRoomsInternal = defineRoute({
  service,
  method: 'post',
  path: '/internal/rooms/find',
  summary: "Find rooms by the institution's ids",
  access,
  body: roomSearchSchema,
  answer: foundRoomsSchema,
});
export const putRoomsInternal = defineRoute({
  service,
  method: 'put',
  path: '/internal/rooms',
  summary: 'Create, change or delete rooms for an import (idempotent)',
  access,
  body: roomChangesSchema,
  answer: changeResultsSchema,
});
export const findTimetableInternal = defineRoute({
  service,
  method: 'post',
  path: '/internal/timetable/find',
  summary: 'Find the imported weekly classes of sections',
  access,
  body: classSearchSchema,
  answer: foundClassesSchema,
});
export const findUsedClassesInternal = defineRoute({
  service,
  method: 'post',
  path: '/internal/timetable/uses',
  summary: 'Find the weekly classes that use rooms, teachers or courses',
  access,
  body: classUseSearchSchema,
  answer: usedClassesSchema,
});
export const putTimetableInternal = defineRoute({
  service,
  method: 'put',
  path: '/internal/timetable',
  summary: 'Create, change or end weekly classes for an import (idempotent)',
  access,
  body: classChangesSchema,
  answer: changeResultsSchema,
});
export const countTimetableInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/timetable/counts',
  summary: 'Count the rooms and the imported weekly classes',
  access,
  answer: z.object({ rooms: z.int(), classes: z.int() }),
});
