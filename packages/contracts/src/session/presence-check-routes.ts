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
  summary: 'Start a presence check now (idempotent)',
  access: 'teacher',
  params,
  answer: presenceCheckSchema,
});
/**
 * Sent every few seconds by a page that shows the code to the class. Starts the presence check once its
 * moment has come.
 */
export const showPresenceCheck = defineRoute({
  service,
  method: 'post',
  path: '/api/sessions/:id/presence-check/shown',
  summary: 'Report that the code is displayed; returns the state of the presence check',
  access: 'teacher',
  params,
  answer: presenceCheckSchema,
});
