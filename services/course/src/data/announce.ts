import { courseChanged, enrolmentChanged, type Topic } from '@qr-attendance/contracts/events';
import { announceDocuments, makeEvent, type AnnounceBatch } from '@qr-attendance/service-kit';
import { toCourseChanged } from '../domain/course.ts';
import { toCourse } from './courses.ts';
import { eventOf, toEnrolment } from './enrolments.ts';
import type { Models } from './models.ts';

/** Announces courses and who is enrolled in them. */
export const makeAnnouncers = ({ courses, enrolments }: Models): [Topic, AnnounceBatch][] => [
  [
    courseChanged,
    announceDocuments(courses, (document) => {
      const course = toCourse(document);
      return makeEvent(courseChanged, course.id, toCourseChanged(course));
    }),
  ],
  [enrolmentChanged, announceDocuments(enrolments, (document) => eventOf(toEnrolment(document)))],
];
