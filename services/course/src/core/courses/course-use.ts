import { routes } from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import type { Enrollments } from '../memberships/enrollments.ts';

export interface CourseUse {
  /** The course has students or classes, so it cannot be deleted. */
  isUsed: boolean;
  isUsedBesides: (sectionIds: string[]) => boolean;
  isSectionUsed: (sectionId: string) => boolean;
}

/** Checks whether a course has classes, or current or former students. */
export const createFindCourseUse =
  ({
    enrollments,
    sessionService,
  }: {
    enrollments: Pick<Enrollments, 'listSectionIds'>;
    sessionService: InternalClient | undefined;
  }) =>
  async (courseId: string): Promise<CourseUse> => {
    const [attended, counted] = await Promise.all([
      enrollments.listSectionIds(courseId),
      sessionService?.get(routes.session.countSessionsInternal, { courseId }),
    ]);
    if (!counted) throw temporarilyUnavailable();
    const { sessions, sectionIds } = counted;
    const isTaught = (id: string) => sessions > 0 && (sectionIds?.includes(id) ?? true);
    const used = [...attended, ...(sectionIds ?? [])];
    return {
      isUsedBesides: (ids) =>
        (sessions > 0 && sectionIds === undefined) || used.some((id) => !ids.includes(id)),
      isUsed: attended.size > 0 || sessions > 0,
      isSectionUsed: (id) => attended.has(id) || isTaught(id),
    };
  };
export type FindCourseUse = ReturnType<typeof createFindCourseUse>;
