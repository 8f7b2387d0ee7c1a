import { roleIn, type RosterNotice, scopeOfCourse } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import { ALL, type Courses } from '../../core/courses/courses.ts';
import type { RosterNotices } from '../../core/memberships/roster-notices.ts';
import type { StaffedCourses } from '../../core/staff/staffed-courses.ts';

export interface NoticeStores {
  courses: Courses;
  staffedCourses: StaffedCourses;
  rosterNotices: RosterNotices;
  clock: () => Date;
}

const NOTIFIED = new Set<string | undefined>(['owner', 'co-teacher']);

/** Courses that a person owns or co-teaches now. */
const notifiedCourseIds = async (
  { staffedCourses, clock }: NoticeStores,
  caller: Caller,
): Promise<string[]> => {
  const now = clock();
  const staffed = await staffedCourses.list(caller.id);
  const notified = staffed.filter((course) => NOTIFIED.has(roleIn(caller, scopeOfCourse(course), now)));
  return [...new Set(notified.map(({ id }) => id))];
};

export const listRosterNotices = async (
  context: NoticeStores,
  caller: Caller,
  page: { limit: number; after: [at: string, id: string] | undefined },
): Promise<RosterNotice[]> => {
  const courseIds = await notifiedCourseIds(context, caller);
  if (courseIds.length === 0) return [];
  const found = await context.rosterNotices.list(courseIds, caller.id, page);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ courseId }) => courseId.toHexString()))];
  const courses = new Map(
    (await context.courses.list({ ids }, { limit: ALL })).map((course) => [course.id, course]),
  );
  return found.flatMap(({ _id, courseId, sectionId, kind, source, at, added, ended }): RosterNotice[] => {
    const course = courses.get(courseId.toHexString());
    const section = course?.sections.find(({ id }) => id === sectionId);
    if (!course) return [];
    return [
      {
        _id,
        course: { _id: course.id, code: course.code, name: course.name },
        section: { _id: sectionId, name: section?.name ?? '' },
        ...{ kind, source, at: at.toISOString(), added, ended },
      },
    ];
  });
};

export const markRosterNoticesSeen = async (
  context: NoticeStores,
  caller: Caller,
  ids: string[],
): Promise<void> => {
  const courseIds = await notifiedCourseIds(context, caller);
  if (courseIds.length > 0) await context.rosterNotices.markSeen(courseIds, caller.id, ids);
};
