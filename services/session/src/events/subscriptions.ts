import {
  attendanceMarked,
  courseChanged,
  enrolmentChanged,
  userChanged,
} from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/service-kit';
import type { Courses, Enrolments, Marks, People } from '../data/projections.ts';

/** The name under which this service takes part in the bus. */
export const GROUP = 'session';

interface Projections {
  people: People;
  courses: Courses;
  enrolments: Enrolments;
  marks: Marks;
}

/** Everything this service listens to. */
export const makeSubscriptions = ({ people, courses, enrolments, marks }: Projections): Subscription[] => [
  on(userChanged, people.learn),
  on(courseChanged, courses.learn),
  on(enrolmentChanged, enrolments.learn),
  on(attendanceMarked, marks.learn),
];
