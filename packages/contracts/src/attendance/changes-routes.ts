import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { changesSchema } from './changes-schemas.ts';

const { get, post } = routesOf('attendance');

export const listChanges = get('/api/attendance/changes', {
  summary: 'List what others changed in my records and classes since my last visit, within 30 days',
  access: 'student',
  grants: 'reads',
  answer: changesSchema,
});
export const markChangesSeen = post('/api/attendance/changes/seen', {
  summary: 'Confirm that I have seen the changes up to a moment (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  body: z.object({ until: momentSchema }),
});
