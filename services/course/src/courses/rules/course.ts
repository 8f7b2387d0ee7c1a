import type { NewCourse, SessionPolicyChoice } from '@qr-attendance/contracts';
import type { CourseChanged, EnrollmentChanged } from '@qr-attendance/contracts/events';

/** A course as this service keeps it. */
export interface Course extends NewCourse {
  id: string;
  teacherId: string;
  /** What its sessions require unless the teacher says otherwise. */
  sessionDefaults?: SessionPolicyChoice;
  version: number;
}

/** One student's place in one course. */
export interface Enrollment {
  id: string;
  courseId: string;
  studentId: string;
  active: boolean;
  enrolledAt: Date;
  version: number;
}

/** Where a page of courses, in order of code and then id, goes on. */
export interface CoursePosition {
  code: string;
  id: string;
}

/** What the rest of the system learns of a course. */
export const toCourseChanged = ({
  id,
  name,
  code,
  section,
  semester,
  teacherId,
  sessionDefaults,
  version,
}: Course): CourseChanged => ({
  id,
  name,
  code,
  ...(section === undefined ? {} : { section }),
  semester,
  teacherId,
  ...(sessionDefaults ? { sessionDefaults } : {}),
  version,
});

/** What the rest of the system learns of an enrollment. */
export const toEnrollmentChanged = (enrollment: Enrollment): EnrollmentChanged => ({
  ...enrollment,
  enrolledAt: enrollment.enrolledAt.toISOString(),
});
