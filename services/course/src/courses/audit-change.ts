import type { CourseChanged } from '@qr-attendance/contracts/events';
import type { AuditLog } from '../audit/audit-log.ts';
import { actionOf } from '../audit/rules/describe-change.ts';
import type { StaffChangeEntry } from '../db/models.ts';

/** How a course is written. */
export interface CourseWrite {
  /** It is one of many changes that may wait for others. */
  bulk?: boolean;
  /** Recorded with the change. */
  staffChange?: StaffChangeEntry | undefined;
  /** Author of the change, for the audit log, and the course before it. */
  audited?: { by: string; before: CourseChanged };
}

export const auditChange = async (
  auditLog: AuditLog | undefined,
  after: CourseChanged,
  { audited, staffChange }: CourseWrite,
): Promise<void> => {
  if (!audited) return;
  const action = actionOf(audited.before, after, staffChange?.change);
  if (!action) return;
  const { id: objectId, name, unitId } = audited.before;
  const { userId, role } = staffChange ?? {};
  await auditLog?.write({ by: audited.by, action, kind: 'course', objectId, name, unitId, userId, role });
};
