import { courseChanged, enrolmentChanged, type Topic } from '@qr-attendance/contracts/events';
import { type AnnounceBatch, announceDocuments } from '@qr-attendance/messaging';
import type { Models } from '../db/models.ts';
import { courseEventOf, enrolmentEventOf } from './outboxes.ts';

/** Announces courses and who is enrolled in them. */
export const makeAnnouncers = ({ courses, enrolments }: Models): [Topic, AnnounceBatch][] => [
  [courseChanged, announceDocuments(courses, courseEventOf)],
  [enrolmentChanged, announceDocuments(enrolments, enrolmentEventOf)],
];
