import type { CourseChanged } from '@qr-attendance/contracts/events';

export type Course = CourseChanged & {
  /** Set if the course was archived together with its term; restoring the term restores it. */
  archivedWithTerm?: boolean | undefined;
  /** The course's id in the institution's own systems. */
  externalId?: string | undefined;
  copiedFrom?: string | undefined;
};
