import { courseChanged, membershipChanged } from '@qr-attendance/contracts/events';
import type { Enrollments } from './core/memberships/enrollments.ts';
import type { TermCourses } from './core/courses/term-courses.ts';

interface Deps {
  termCourses: Pick<TermCourses, 'countUnpublished'>;
  enrollments: Pick<Enrollments, 'countUnpublished'>;
  backlog: (topic: string) => Promise<number>;
}

/** Bulk work waits while more events are unpublished or unhandled, so that other changes never wait. */
const MAX_WAITING_EVENTS = 500;

export const createBacklogCheck =
  ({ termCourses, enrollments, backlog }: Deps) =>
  async (): Promise<boolean> => {
    const unpublished = [termCourses.countUnpublished(), enrollments.countUnpublished()];
    const unhandled = [courseChanged, membershipChanged].map(({ name }) => backlog(name));
    return Math.max(...(await Promise.all([...unpublished, ...unhandled]))) <= MAX_WAITING_EVENTS;
  };
