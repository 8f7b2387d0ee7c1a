import { courseChanged, enrollmentChanged, type Topic } from '@qr-attendance/contracts/events';
import { type RepublishBatch, republishDocuments } from '@qr-attendance/messaging';
import type { Models } from '../db/models.ts';
import { courseEventOf, enrollmentEventOf } from './outboxes.ts';

/** Announces courses and who is enrolled in them. */
export const makeRepublishers = ({ courses, enrollments }: Models): [Topic, RepublishBatch][] => [
  [courseChanged, republishDocuments(courses, courseEventOf)],
  [enrollmentChanged, republishDocuments(enrollments, enrollmentEventOf)],
];
