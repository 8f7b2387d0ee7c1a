import { roleIn, type RosterNotice, type RosterNoticeLine, scopeOfCourse } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type Caller, type InternalClient, notFound } from '@qr-attendance/server';
import { ALL, type Courses } from '../../core/courses/courses.ts';
import type {
  RosterNoticeLine as RosterNoticeLineOfRun,
  RosterNotices,
} from '../../core/memberships/roster-notices.ts';
import type { RosterNoticeDocument } from '../../db/roster-notice-model.ts';
import type { PermittedCourses } from '../../core/staff/staffed-courses.ts';

export interface NoticeStores {
  courses: Courses;
  staffedCourses: PermittedCourses;
  rosterNotices: RosterNotices;
  clock: () => Date;
}

const NOTIFIED = new Set<string | undefined>(['owner', 'co-teacher']);

const notifiedCourseIds = async (
  { staffedCourses, clock }: NoticeStores,
  caller: Caller,
): Promise<string[]> => {
  const now = clock();
  const staffed = await staffedCourses.list(caller.id);
  const notified = staffed.filter((course) => NOTIFIED.has(roleIn(caller, scopeOfCourse(course), now)));
  return [...new Set(notified.map(({ id }) => id))];
};

/** Omits notices of deleted courses. */
const describeNotices = async (
  { courses }: NoticeStores,
  notices: RosterNoticeDocument[],
): Promise<RosterNotice[]> => {
  const ids = [...new Set(notices.map(({ courseId }) => courseId.toHexString()))];
  const coursesById = new Map(
    (await courses.list({ ids }, { limit: ALL })).map((course) => [course.id, course]),
  );
  return notices.flatMap(({ _id, courseId, sectionId, kind, source, at, added, ended }): RosterNotice[] => {
    const course = coursesById.get(courseId.toHexString());
    const section = course?.sections.find(({ id }) => id === sectionId);
    if (!course) return [];
    return [
      {
        _id,
        course: {
          _id: course.id,
          code: course.code,
          name: course.name,
        },
        section: {
          _id: sectionId,
          name: section?.name ?? '',
        },
        kind,
        source,
        at: at.toISOString(),
        added,
        ended,
      },
    ];
  });
};

export const listRosterNotices = async (
  context: NoticeStores,
  caller: Caller,
  page: { limit: number; after: [at: string, id: string] | undefined },
): Promise<RosterNotice[]> => {
  const courseIds = await notifiedCourseIds(context, caller);
  if (courseIds.length === 0) return [];
  const found = await context.rosterNotices.list(courseIds, caller.id, page);
  return found.length > 0 ? describeNotices(context, found) : [];
};

/**
 * @throws DomainError (not_found) if the notice does not exist, or if the person neither owns nor co-teaches
 * the course
 */
const findNotice = async (
  context: NoticeStores,
  caller: Caller,
  id: string,
): Promise<RosterNoticeDocument> => {
  const notice = await context.rosterNotices.find(id);
  const courseIds = notice ? await notifiedCourseIds(context, caller) : [];
  if (!notice || !courseIds.includes(notice.courseId.toHexString())) throw notFound('Notice');
  return notice;
};

export const getRosterNotice = async (
  context: NoticeStores,
  caller: Caller,
  id: string,
): Promise<RosterNotice> => {
  const [notice] = await describeNotices(context, [await findNotice(context, caller, id)]);
  if (!notice) throw notFound('Notice');
  return notice;
};

type LinePosition = RosterNoticeLineOfRun['position'];

export const listRosterNoticeLines = async (
  context: NoticeStores & { people: PeopleProjection; auth: InternalClient },
  caller: Caller,
  id: string,
  page: { limit: number; after: LinePosition | undefined },
): Promise<(RosterNoticeLine & { position: LinePosition })[]> => {
  const lines = await context.rosterNotices.listLines(await findNotice(context, caller, id), page);
  const names = await findNames(
    context,
    lines.map(({ studentId }) => studentId),
  );
  return lines.map(({ studentId, ...line }) => ({
    student: { _id: studentId, name: names.get(studentId) ?? null },
    ...line,
  }));
};

export const markRosterNoticesSeen = async (
  context: NoticeStores,
  caller: Caller,
  ids: string[],
): Promise<void> => {
  const courseIds = await notifiedCourseIds(context, caller);
  if (courseIds.length > 0) await context.rosterNotices.markSeen(courseIds, caller.id, ids);
};
