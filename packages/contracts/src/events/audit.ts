import { z } from 'zod/mini';
import { momentSchema, objectIdSchema } from '../common.ts';
import { defineTopic } from './event.ts';

/** A new entry of a service's audit log, which the attendance service commits to its history tree. */
export const auditEntryAddedSchema = z.object({
  id: objectIdSchema,
  at: momentSchema,
  entry: z.record(z.string(), z.unknown()),
  version: z.int(),
});
export type AuditEntryAdded = z.infer<typeof auditEntryAddedSchema>;
export const courseAuditEntryAdded = defineTopic('course.audit-entry-added', 'fact', auditEntryAddedSchema);
export const sessionAuditEntryAdded = defineTopic('session.audit-entry-added', 'fact', auditEntryAddedSchema);
