import { isDeepStrictEqual } from 'node:util';
import type { CourseAuditAction } from '@qr-attendance/contracts';
import type { CourseChanged } from '@qr-attendance/contracts/events';
import type { AuditLog } from '../audit/audit-log.ts';
import type { StaffChangeEntry } from '../../db/models.ts';
import type { CourseStatements } from '../../db/statement-models.ts';

export interface CourseWrite {
  /** One of many changes, whose event may wait behind others. */
  bulk?: boolean;
  staffChanges?: StaffChangeEntry[] | undefined;
  stated?: CourseStatements | undefined;
  /** The author of the change, for the audit log, and the course before it. */
  audited?: { by: string; before: CourseChanged };
}

/** Undefined for a change that only concerns the enrollment settings, which have a separate audit entry. */
const actionOf = (before: CourseChanged, after: CourseChanged): CourseAuditAction | undefined => {
  const differs = (name: keyof CourseChanged) => !isDeepStrictEqual(before[name], after[name]);
  if (after.deleted) return 'course_deleted';
  if (differs('unitId')) return 'course_moved';
  if (differs('archived')) return after.archived ? 'course_archived' : 'course_restored';
  if (differs('sessionDefaults')) return 'course_defaults_changed';
  if (differs('enrollmentMode') || differs('mayLeave') || differs('guests')) return undefined;
  return differs('sections') ? 'sections_changed' : 'course_changed';
};

/** Each change of the staff has a separate audit entry. */
export const auditChange = async (
  auditLog: AuditLog | undefined,
  after: CourseChanged,
  { audited, staffChanges = [] }: CourseWrite,
): Promise<void> => {
  if (!audited) return;
  const { id: objectId, name, unitId, teacherId, staff = [] } = audited.before;
  const colleagues = after.deleted ? staff.map(({ userId }) => userId) : [];
  const write = { responsible: [teacherId, ...colleagues] };
  const course = { by: audited.by, kind: 'course' as const, objectId, name, unitId };
  for (const { change, userId, role } of staffChanges)
    await auditLog?.write({ ...course, action: `staff_${change}`, userId, role }, write);
  const action = staffChanges.length > 0 ? undefined : actionOf(audited.before, after);
  if (action) await auditLog?.write({ ...course, action }, write);
};
