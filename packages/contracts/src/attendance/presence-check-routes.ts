import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { attendanceRecordSchema, attendanceSubmissionSchema } from './schemas.ts';

const { post } = routesOf('attendance');

const { ticket, deviceKey, madeAt } = attendanceSubmissionSchema.shape;

/** 409 `presence_check_needs_proofs` if a mark with all its proofs has to be sent instead. */
export const answerPresenceCheck = post('/api/attendance/presence-check', {
  summary: 'Answer a presence check with the key that marked (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  body: z.object({ ticket, deviceKey, madeAt }),
  answer: attendanceRecordSchema,
});
