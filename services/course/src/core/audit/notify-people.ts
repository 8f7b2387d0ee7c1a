import type { CourseAuditAction, PowerMessage } from '@qr-attendance/contracts';
import { coursePowerUsed } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { PowerNoticeDocument, PowerNotices } from '@qr-attendance/messaging/mongo';
import type { AuditLog } from './audit-log.ts';

export const powerEventOf = ({ _id, notice }: PowerNoticeDocument) =>
  createEvent(coursePowerUsed, _id.toHexString(), notice);

/** `person`: the person of the entry. `responsible`: the owner of the course, or the staff of the unit. */
type Audience = 'person' | 'responsible' | 'administrators';

/**
 * The receivers of emails about entries of the audit log. A person with a new role is missing here: the auth
 * service notifies them when it reads the new state of the course or unit.
 */
const AUDIENCES: Partial<Record<CourseAuditAction & PowerMessage, Audience[]>> = {
  staff_added: ['responsible'],
  staff_changed: ['person', 'responsible'],
  staff_removed: ['person', 'responsible'],
  staff_left: ['responsible'],
  staff_handed_over: ['responsible'],
  course_moved: ['responsible'],
  course_deleted: ['responsible'],
  enrollment_changed: ['responsible'],
  invitation_created: ['responsible'],
  unit_staff_added: ['responsible', 'administrators'],
  unit_staff_changed: ['person', 'responsible', 'administrators'],
  unit_staff_removed: ['person', 'responsible', 'administrators'],
  unit_moved: ['responsible', 'administrators'],
  unit_deleted: ['responsible', 'administrators'],
  term_archived: ['administrators'],
  term_deleted: ['administrators'],
  import_confirmed: ['administrators'],
  import_undone: ['administrators'],
};
const messageOf = (action: CourseAuditAction): (CourseAuditAction & PowerMessage) | undefined =>
  action in AUDIENCES ? (action as CourseAuditAction & PowerMessage) : undefined;

export const withNotices = (auditLog: AuditLog, { notify }: PowerNotices): AuditLog => ({
  ...auditLog,
  write: async (entry, { createdId, responsible = [] } = {}) => {
    await auditLog.write(entry, { createdId });
    const { by, action, name: object, userId: person, role } = entry;
    const what = messageOf(action);
    const audiences = what && AUDIENCES[what];
    if (!what || !audiences) return;
    await notify({
      what,
      by,
      object,
      role,
      ...(person !== undefined && { person }),
      receivers: [
        ...(audiences.includes('person') && person !== undefined ? [person] : []),
        ...(audiences.includes('responsible') ? responsible : []),
      ],
      administrators: audiences.includes('administrators'),
    });
  },
});
