import { z } from 'zod/mini';
import { defineRepublishRoute } from '../republish.ts';
import { flagQuerySchema, momentSchema, objectIdSchema, pageQuerySchema } from '../common.ts';
import { sessionChangedSchema } from '../events/session.ts';
import { definePersonalDataRoute } from '../personal-data.ts';
import { defineRoute } from '../route.ts';
import { sessionDefaultsSchema } from './defaults.ts';
import { newSessionSchema, sessionEditSchema } from './input-schemas.ts';
import { freshCodeSchema, refreshIntervalSchema, sessionSchema } from './schemas.ts';

const service = 'session' as const;
const idParams = z.object({ id: objectIdSchema });

export const createSession = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions',
  summary: 'Open an attendance session for one of my courses',
  access: 'teacher',
  body: newSessionSchema,
  idempotent: true,
  status: 201,
  answer: sessionSchema,
});
export const listSessions = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions',
  summary: "A teacher's own sessions, or those of a student's courses; newest first unless asked otherwise",
  access: 'signed-in',
  query: z.extend(pageQuerySchema, {
    courseId: z.optional(objectIdSchema),
    active: z.optional(flagQuerySchema),
    /** First and last moment of the start, both included. */
    from: z.optional(momentSchema),
    to: z.optional(momentSchema),
    order: z.optional(z.enum(['newest', 'oldest'])),
    /** My sessions that have ended without any sign that the class took place; some of them may have been settled since. */
    unconfirmed: z.optional(flagQuerySchema),
  }),
  answer: z.array(sessionSchema),
});
export const getSession = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions/:id',
  summary: 'One session',
  access: 'signed-in',
  params: idParams,
  answer: sessionSchema,
});
export const endSession = defineRoute({
  service,
  method: 'patch',
  path: '/api/sessions/:id',
  summary: 'End a session, on the server’s clock, or cancel it before its start; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  body: z.object({ active: z.literal(false), endTime: z.optional(momentSchema) }),
  answer: sessionSchema,
});
/** 409 where somebody else changed it meanwhile. */
export const editSession = defineRoute({
  service,
  method: 'put',
  path: '/api/sessions/:id',
  summary: 'Change a session that is scheduled or running; its marks follow',
  access: 'teacher',
  params: idParams,
  body: sessionEditSchema,
  answer: sessionSchema,
});
export const cancelSession = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/cancel',
  summary: 'Cancel a session: it and its marks count nowhere; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  answer: sessionSchema,
});
export const reopenSession = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/reopen',
  summary: 'Take back that a session was canceled, within a day; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  answer: sessionSchema,
});
export const confirmSession = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/confirm',
  summary: 'Confirm that a class took place whose code was never shown; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  answer: sessionSchema,
});
export const deleteSession = defineRoute({
  service,
  method: 'delete',
  path: '/api/sessions/:id',
  summary: 'Delete a session in which nobody was marked',
  access: 'teacher',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
export const refreshCode = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/refresh',
  summary: 'Make the next code of an active session',
  access: 'teacher',
  params: idParams,
  body: z.optional(z.object({ refreshInterval: z.optional(refreshIntervalSchema) })),
  answer: freshCodeSchema,
});
export const getSessionDefaults = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions/defaults',
  summary: 'What a session of one of my courses starts with unless I say otherwise',
  access: 'teacher',
  query: z.object({ courseId: objectIdSchema }),
  answer: sessionDefaultsSchema,
});
export const getMySessionData = definePersonalDataRoute(service, '/api/sessions/my-data');
export const getSessionInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/sessions/:id',
  summary: 'A session as other services know it',
  access: 'internal',
  params: idParams,
  answer: sessionChangedSchema,
});
export const countSessionsInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/sessions/of-course/:courseId',
  summary: 'How many sessions a course has, whatever became of them',
  access: 'internal',
  params: z.object({ courseId: objectIdSchema }),
  answer: z.object({ sessions: z.int() }),
});
export const announce = defineRepublishRoute(service);
