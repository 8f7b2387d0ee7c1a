import type { Caller } from '@qr-attendance/server';
import type { Course, Courses } from './courses.ts';
import type { NewAuditEntry, AuditLog } from '../audit/audit-log.ts';

type Entry = Pick<NewAuditEntry, 'action' | 'userId' | 'count'>;

export const auditCourse = (
  { auditLog }: { auditLog: AuditLog },
  { id: by }: Pick<Caller, 'id'>,
  { id: objectId, name, unitId, teacherId }: Pick<Course, 'id' | 'name' | 'unitId' | 'teacherId'>,
  entry: Entry,
  createdId?: string,
): Promise<void> =>
  auditLog.write(
    { ...entry, by, kind: 'course', objectId, name, unitId },
    { createdId, responsible: [teacherId] },
  );

/** Audits changes that concern a course without changing its document. */
export const auditRelatedChange = async (
  context: { auditLog: AuditLog; courses: Courses },
  caller: Pick<Caller, 'id'>,
  courseId: string,
  entry: Entry,
): Promise<void> => {
  const course = await context.courses.find(courseId);
  if (course && entry.count !== 0) await auditCourse(context, caller, course, entry);
};
