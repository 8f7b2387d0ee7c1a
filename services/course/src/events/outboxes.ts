import { mongoOutbox, type OutboxStore } from '@qr-attendance/messaging';
import * as courses from '../courses/courses.ts';
import * as enrollments from '../enrollment/enrollments.ts';
import type { CourseDocument, EnrollmentDocument, Models } from '../db/models.ts';

/** The events that tell of documents' present states. */
export const courseEventOf = (document: CourseDocument) => courses.eventOf(courses.toCourse(document));
export const enrollmentEventOf = (document: EnrollmentDocument) =>
  enrollments.eventOf(enrollments.toEnrollment(document));

/** What waits to be published. */
export const makeOutboxes = (models: Models): OutboxStore[] => [
  mongoOutbox(models.courses, courseEventOf),
  mongoOutbox(models.enrollments, enrollmentEventOf),
];
