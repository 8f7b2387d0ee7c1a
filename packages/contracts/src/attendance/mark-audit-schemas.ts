import { z } from 'zod/mini';
import { openUserTypeSchema } from '../auth/schemas.ts';
import { momentSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { openStatusSchema } from './schemas.ts';

export const MAX_HISTORY = 500;

/**
 * The actions from `session_canceled` on follow from a change of the session: it was canceled, reopened or
 * moved to another day, its start or late limit changed, or an absence was withdrawn because the session had
 * not ended.
 * `voided`: an absence of a student who never belonged to the course.
 * `presence_check_missed`, `presence_check_answered`: late because a presence check was missed, and no longer
 * late because the answer arrived.
 */
export const auditActionSchema = z.enum([
  'marked',
  'marked_by_hand',
  'absent_at_end',
  'accepted',
  'corrected',
  'refused',
  'disputed',
  'dispute_answered',
  'session_canceled',
  'session_reopened',
  'session_moved',
  'sections_changed',
  'judged_again',
  'withdrawn',
  'set_on_roster',
  'undone',
  'voided',
  'presence_check_missed',
  'presence_check_answered',
]);
export type AuditAction = z.infer<typeof auditActionSchema>;

export const auditEntrySchema = z.object({
  at: momentSchema,
  action: openEnum(auditActionSchema),
  actor: z.nullable(z.object({ _id: z.uuid(), name: z.string(), userType: openUserTypeSchema })),
  from: z.nullable(openStatusSchema),
  to: z.nullable(openStatusSchema),
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
