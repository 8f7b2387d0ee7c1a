import { z } from 'zod/mini';
import { objectIdSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { EXTRA_TIME_MINUTES, extraTimeSchema } from './extra-time-schemas.ts';

const { get, put } = routesOf('session');
const params = z.object({ courseId: objectIdSchema, studentId: userIdSchema });

export const getExtraTime = get('/api/sessions/extra-time/:courseId/:studentId', {
  summary: 'Get the extra time of a student of a course',
  access: 'teacher',
  grants: 'reads',
  params,
  answer: extraTimeSchema,
});
export const setExtraTime = put('/api/sessions/extra-time/:courseId/:studentId', {
  summary: 'Set the extra time of a student from scan to mark (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params,
  body: z.object({ minutes: z.literal(EXTRA_TIME_MINUTES) }),
  answer: extraTimeSchema,
});
