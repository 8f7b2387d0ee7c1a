import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { changesSchema } from './changes-schemas.ts';

const service = 'attendance' as const;

export const listChanges = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance/changes',
  summary: 'List what others changed in my records and classes since my last visit, within 30 days',
  access: 'student',
  answer: changesSchema,
});
export const markChangesSeen = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance/changes/seen',
  summary: 'Confirm that I have seen the changes up to a moment (idempotent)',
  access: 'student',
  body: z.object({ until: momentSchema }),
  status: 204,
  answer: z.undefined(),
});
