import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { presenceCheckSchema } from './presence-check-schemas.ts';

const service = 'session' as const;
const params = z.object({ id: objectIdSchema });

export const askPresenceCheck = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/presence-check',
  summary: 'Ask the class once more, now; a repeat changes nothing',
  access: 'teacher',
  params,
  answer: presenceCheckSchema,
});
/** Sent every few seconds by a page that shows the code to the class. Begins the presence check once its moment has come. */
export const showPresenceCheck = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/presence-check/shown',
  summary: 'Say that the class can see the code, and learn whether it is asked once more',
  access: 'teacher',
  params,
  answer: presenceCheckSchema,
});
