import { z } from 'zod/mini';
import { definePersonalDataRoute, defineRepublishRoute } from '../every-service.ts';
import {
  coordinatesSchema,
  flagQuerySchema,
  idParams,
  momentSchema,
  objectIdSchema,
  pageQuerySchema,
  userIdSchema,
} from '../common.ts';
import { sessionChangedSchema } from '../events/session.ts';
import { routesOf } from '../route.ts';
import { sessionDefaultsSchema } from './defaults.ts';
import { newSessionSchema, sessionEditSchema } from './input-schemas.ts';
import { freshCodeSchema, refreshCodeSchema, sessionSchema, unattendedSchema } from './schemas.ts';

const { get, post, put, patch, remove } = routesOf('session');

export const createSession = post('/api/sessions', {
  summary: 'Create a session for a course',
  access: 'teacher',
  grants: 'changesOwn',
  body: newSessionSchema,
  idempotent: true,
  status: 201,
  answer: sessionSchema,
});
export const listSessions = get('/api/sessions', {
  summary: 'List my sessions, newest first by default',
  access: 'signed-in',
  grants: 'reads',
  query: z.extend(pageQuerySchema, {
    courseId: z.optional(objectIdSchema),
    active: z.optional(flagQuerySchema),
    /** Range of the start time, inclusive. */
    from: z.optional(momentSchema),
    to: z.optional(momentSchema),
    order: z.optional(z.enum(['newest', 'oldest'])),
    /** Selects ended sessions without any sign that the class took place. */
    unconfirmed: z.optional(flagQuerySchema),
  }),
  answer: z.array(sessionSchema),
});
export const getSession = get('/api/sessions/:id', {
  summary: 'Get a session',
  access: 'signed-in',
  grants: 'reads',
  params: idParams,
  query: unattendedSchema,
  answer: sessionSchema,
});
export const endSession = patch('/api/sessions/:id', {
  summary: 'End a running session, or cancel a scheduled one (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: z.object({ active: z.literal(false), endTime: z.optional(momentSchema) }),
  answer: sessionSchema,
});
/** Returns 409 after a concurrent change. */
export const editSession = put('/api/sessions/:id', {
  summary: 'Edit a scheduled or running session; its marks are evaluated again',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: sessionEditSchema,
  answer: sessionSchema,
});
export const cancelSession = post('/api/sessions/:id/cancel', {
  summary: 'Cancel a session, so that it and its marks count nowhere (idempotent)',
  access: 'teacher',
  grants: 'destroys',
  proof: 'conditional',
  tells: ['started_class_canceled'],
  params: idParams,
  answer: sessionSchema,
});
export const reopenSession = post('/api/sessions/:id/reopen', {
  summary: 'Reopen a canceled session within a day (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: sessionSchema,
});
export const confirmSession = post('/api/sessions/:id/confirm', {
  summary: 'Confirm that a class took place although its code was never shown (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: sessionSchema,
});
export const deleteSession = remove('/api/sessions/:id', {
  summary: 'Delete a session without marks',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
});
export const refreshCode = post('/api/sessions/:id/refresh', {
  summary: 'Refresh the code of a running session',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  query: unattendedSchema,
  body: z.optional(refreshCodeSchema),
  answer: freshCodeSchema,
});
export const getSessionDefaults = get('/api/sessions/defaults', {
  summary: 'Get the session defaults of a course',
  access: 'teacher',
  grants: 'reads',
  query: z.object({ courseId: objectIdSchema }),
  answer: sessionDefaultsSchema,
});
export const getMySessionData = definePersonalDataRoute('session', '/api/sessions/my-data');
export const getSessionInternal = get('/internal/sessions/:id', {
  summary: 'Get a session as published to other services',
  access: 'internal',
  grants: 'reads',
  params: idParams,
  answer: sessionChangedSchema,
});
export const moveSessionInternal = post('/internal/sessions/:id/move', {
  summary: 'Move a running session to the room at a place, or to the place itself',
  access: 'internal',
  grants: 'changesOwn',
  params: idParams,
  body: z.object({ by: userIdSchema, location: coordinatesSchema }),
  answer: sessionChangedSchema,
});
export const countSessionsInternal = get('/internal/sessions/of-course/:courseId', {
  summary: 'Count the sessions of a course, including deleted ones',
  access: 'internal',
  grants: 'reads',
  params: z.object({ courseId: objectIdSchema }),
  answer: z.object({
    sessions: z.int(),
    /** The sections that the sessions cover; missing if a session covers the whole course. */
    sectionIds: z.optional(z.array(objectIdSchema)),
  }),
});
export const countRunningSessionsInternal = get('/internal/running-sessions/count', {
  summary: 'Count the sessions whose codes can be scanned now',
  access: 'internal',
  grants: 'reads',
  answer: z.object({ sessions: z.int() }),
});
export const republish = defineRepublishRoute('session');
