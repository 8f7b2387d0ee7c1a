import { z } from 'zod';
import { defineAnnounceRoute } from '../announce.ts';
import { momentSchema, objectIdSchema, pageQuerySchema } from '../common.ts';
import { sessionChangedSchema } from '../events/session.ts';
import { defineRoute } from '../route.ts';
import {
  codeSchema,
  freshCodeSchema,
  newSessionSchema,
  refreshIntervalSchema,
  sessionSchema,
  verifiedScanSchema,
} from './schemas.ts';

const service = 'session' as const;
const idParams = z.object({ id: objectIdSchema });

export const createSession = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions',
  summary: 'Open an attendance session for one of my courses',
  access: 'teacher',
  body: newSessionSchema,
  status: 201,
  answer: sessionSchema,
});
export const listSessions = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions',
  summary: "A teacher's own sessions, or those of a student's courses; newest first",
  access: 'signed-in',
  query: pageQuerySchema.extend({
    courseId: objectIdSchema.optional(),
    active: z
      .enum(['true', 'false'])
      .transform((v) => v === 'true')
      .optional(),
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
  summary: 'End a session, on the server’s clock; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  body: z.object({ active: z.literal(false), endTime: momentSchema.optional() }),
  answer: sessionSchema,
});
export const refreshCode = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/refresh',
  summary: 'Make the next code of an active session',
  access: 'teacher',
  params: idParams,
  body: z.object({ refreshInterval: refreshIntervalSchema.optional() }).optional(),
  answer: freshCodeSchema,
});
export const verifyCode = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions/verify/:qrCode',
  summary: 'Exchange a scanned code for a ticket',
  access: 'signed-in',
  params: z.object({ qrCode: codeSchema }),
  answer: verifiedScanSchema,
});
export const getSessionInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/sessions/:id',
  summary: 'A session as other services know it',
  access: 'internal',
  params: idParams,
  answer: sessionChangedSchema,
});
export const announce = defineAnnounceRoute(service);
