import { z } from 'zod/mini';
import { attendanceStatusSchema } from './attendance/schemas.ts';
import { momentSchema, namedPersonSchema, objectIdSchema, pageQuerySchema, userIdSchema } from './common.ts';
import { openEnum } from './open-enum.ts';
import { routesOf, type ServiceName } from './route.ts';
import { requiredChecksSchema } from './session/required-checks.ts';

export const accountAuditActionSchema = z.enum([
  'create_admin',
  'suspend',
  'restore',
  'reset_devices',
  'confirm_proofs',
  'send_registration_link',
  'merge',
  'undo_merge',
  'erase',
  'create_invite',
  'revoke_invite',
  'create_provider',
  'change_provider',
  'activate_provider',
  'deactivate_provider',
  'link_identity',
  'unlink_identity',
  'password_sign_in',
  'activate_second_factor',
  'reset_second_factor',
] as const);

export const courseAuditActionSchema = z.enum([
  'course_created',
  'course_copied',
  'course_changed',
  'course_moved',
  'course_defaults_changed',
  'course_archived',
  'course_restored',
  'course_deleted',
  'sections_changed',
  'staff_added',
  'staff_changed',
  'staff_removed',
  'staff_left',
  'staff_handed_over',
  'enrollment_changed',
  'invitation_created',
  'invitation_revoked',
  'students_added',
  'registration_links_sent',
  'student_removed',
  'student_restored',
  'student_moved',
  'requests_approved',
  'requests_declined',
  'unit_created',
  'unit_edited',
  'unit_moved',
  'unit_deleted',
  'unit_staff_added',
  'unit_staff_changed',
  'unit_staff_removed',
  'term_created',
  'term_edited',
  'term_deleted',
  'term_archived',
  'term_restored',
  'term_copied',
  'import_confirmed',
  'import_stopped',
  'import_undone',
  'import_deleted',
] as const);
export type CourseAuditAction = z.output<typeof courseAuditActionSchema>;

export const classAuditActionSchema = z.enum([
  'room_created',
  'room_edited',
  'room_deleted',
  'requirements_changed',
] as const);
export type ClassAuditAction = z.output<typeof classAuditActionSchema>;

/** Decisions of staff on attendance records. The index `audit_log_decisions_idx` has the same list. */
export const attendanceAuditActionSchema = z.enum([
  'marked_by_hand',
  'set_on_roster',
  'accepted',
  'corrected',
  'refused',
  'undone',
  'dispute_answered',
] as const);

const sharedQuery = {
  ...pageQuerySchema.shape,
  personId: z.optional(userIdSchema),
  from: z.optional(momentSchema),
  to: z.optional(momentSchema),
};
export const accountAuditQuerySchema = z.object({
  ...sharedQuery,
  action: z.optional(accountAuditActionSchema),
});
export const courseAuditQuerySchema = z.object({
  ...sharedQuery,
  action: z.optional(courseAuditActionSchema),
  courseId: z.optional(objectIdSchema),
  /** Selects entries about the unit and its courses, without the units below it. */
  unitId: z.optional(objectIdSchema),
});
export const classAuditQuerySchema = z.object({
  ...sharedQuery,
  action: z.optional(classAuditActionSchema),
});
export const attendanceAuditQuerySchema = z.object({
  ...sharedQuery,
  action: z.optional(attendanceAuditActionSchema),
  courseId: z.optional(objectIdSchema),
});

/** One entry of an append-only audit log. People are stored by id, so erased people have no name. */
export const auditLogEntrySchema = z.object({
  _id: z.string(),
  at: momentSchema,
  action: z.string(),
  /** Null for actions on the command line. */
  by: z.nullable(namedPersonSchema),
  person: z.optional(namedPersonSchema),
  /** The object's name when the entry was written. */
  object: z.optional(
    z.object({
      kind: openEnum(z.enum(['course', 'unit', 'term', 'import', 'room'])),
      _id: z.string(),
      name: z.string(),
    }),
  ),
  session: z.optional(z.object({ _id: objectIdSchema, date: z.iso.date(), startTime: momentSchema })),
  reason: z.optional(z.string()),
  requirements: z.optional(requiredChecksSchema),
  role: z.optional(z.string()),
  count: z.optional(z.int()),
  fromStatus: z.optional(z.nullable(openEnum(attendanceStatusSchema))),
  toStatus: z.optional(z.nullable(openEnum(attendanceStatusSchema))),
});
export type AuditLogEntry = z.output<typeof auditLogEntrySchema>;

export const BEFORE_ALL_ENTRIES = '0'.repeat(24);

/** An entry as it is stored. An operator may have written it, so no field is certain. */
const storedEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  entry: z.record(z.string(), z.unknown()),
});
export type StoredEntry = z.infer<typeof storedEntrySchema>;

/** Lists a page of the entries after an id. The attendance service compares the entries with the history tree. */
export const defineAuditEntriesRoute = (service: ServiceName) =>
  routesOf(service).get(`/internal/${service}-audit/:after`, {
    summary: 'List entries of the audit log as they are stored',
    access: 'internal',
    grants: 'reads',
    params: z.object({ after: objectIdSchema }),
    answer: z.object({ entries: z.array(storedEntrySchema) }),
  });
