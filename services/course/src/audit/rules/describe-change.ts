import { isDeepStrictEqual } from 'node:util';
import type { CourseAuditAction, SessionDefaultsChoice } from '@qr-attendance/contracts';

interface Course {
  archived?: boolean | undefined;
  deleted?: boolean | undefined;
  sections: unknown;
  sessionDefaults?: SessionDefaultsChoice | undefined;
  enrollmentMode?: string | undefined;
  mayLeave?: boolean | undefined;
  guests?: boolean | undefined;
}
type Change = 'added' | 'changed' | 'removed' | 'left' | 'handed_over';

/** Undefined for a change of the enrollment settings alone, which have an entry of their own. */
export const actionOf = (
  before: Course,
  after: Course,
  staffChange: Change | undefined,
): CourseAuditAction | undefined => {
  const differs = (name: keyof Course) => !isDeepStrictEqual(before[name], after[name]);
  if (staffChange) return `staff_${staffChange}`;
  if (after.deleted) return 'course_deleted';
  if (differs('archived')) return after.archived ? 'course_archived' : 'course_restored';
  if (differs('sessionDefaults')) return 'course_defaults_changed';
  if (differs('enrollmentMode') || differs('mayLeave') || differs('guests')) return undefined;
  return differs('sections') ? 'sections_changed' : 'course_changed';
};
