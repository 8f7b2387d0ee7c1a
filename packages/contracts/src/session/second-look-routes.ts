import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { secondLookSchema } from './second-look-schemas.ts';

const service = 'session' as const;
const params = z.object({ id: objectIdSchema });

export const askSecondLook = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/second-look',
  summary: 'Ask the class once more, now; a repeat changes nothing',
  access: 'teacher',
  params,
  answer: secondLookSchema,
});
/** Sent every few seconds by a page that shows the code to the class. Begins the second look once its moment has come. */
export const showSecondLook = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/second-look/shown',
  summary: 'Say that the class can see the code, and learn whether it is asked once more',
  access: 'teacher',
  params,
  answer: secondLookSchema,
});
