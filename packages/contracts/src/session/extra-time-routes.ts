import { z } from 'zod/mini';
import { objectIdSchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { EXTRA_TIME_MINUTES, extraTimeSchema } from './extra-time-schemas.ts';

const service = 'session' as const;
const params = z.object({ courseId: objectIdSchema, studentId: userIdSchema });

export const getExtraTime = defineRoute({
  service,
  method: 'get',
  path: '/api/sessions/extra-time/:courseId/:studentId',
  summary: 'How much more time a student of my course has from the scan to the mark',
  access: 'teacher',
  params,
  answer: extraTimeSchema,
});
export const setExtraTime = defineRoute({
  service,
  method: 'put',
  path: '/api/sessions/extra-time/:courseId/:studentId',
  summary:
    'Give a student of my course more time from the scan to the mark, or take it back; a repeat changes nothing',
  access: 'teacher',
  params,
  body: z.object({ minutes: z.literal(EXTRA_TIME_MINUTES) }),
  answer: extraTimeSchema,
});
