import { isDeepStrictEqual } from 'node:util';
import { MAX_STAFF } from '@qr-attendance/contracts';
import type { Course, Courses } from '../../../core/courses/courses.ts';
import type { StaffChangeEntry } from '../../../db/models.ts';
import type { Change, Problem } from './kind.ts';
import { type Member, memberChangesBetween, termsOf } from './staff-members.ts';

export interface CourseState {
  owner: string;
  staff: Member[];
}
const conflict: Problem = { problem: 'conflict' };

export const courseStateOf = ({ teacherId, staff = [] }: Course): CourseState => ({
  owner: teacherId,
  staff: staff.map(({ userId, role, from, until, sectionIds }) => ({
    ...{ userId, role },
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(sectionIds !== undefined && { sectionIds }),
  })),
});

/**
 * An assistant of several sections has a line for each, and keeps those that the file does not mention. A substitute
 * keeps those of the same days.
 */
const withSectionsOf = (staff: Member[], member: Member): Member => {
  const known = staff.find(({ userId, role }) => userId === member.userId && role === member.role);
  if (!member.sectionIds || !known?.sectionIds) return member;
  const hasSameDays = known.from === member.from && known.until === member.until;
  if (member.role === 'substitute' && !hasSameDays) return member;
  return { ...member, sectionIds: [...new Set([...known.sectionIds, ...member.sectionIds])].toSorted() };
};

/** The changes as if made by hand: the new role of a former owner is part of the handover. */
const staffChangesOf = (
  before: CourseState,
  after: CourseState,
  { by, at }: Pick<StaffChangeEntry, 'by' | 'at'>,
): StaffChangeEntry[] => {
  const isHandedOver = after.owner !== before.owner;
  const handedOver = isHandedOver ? [before.owner, after.owner] : [];
  return [
    ...(isHandedOver ? [{ at, by, userId: after.owner, change: 'handed_over' as const, role: 'owner' }] : []),
    ...memberChangesBetween(before.staff, after.staff)
      .filter(({ userId }) => !handedOver.includes(userId))
      .map((one) => ({ at, by, userId: one.userId, change: one.change, ...termsOf(one) })),
  ];
};

export const writeCourseStaff = async (
  courses: Courses,
  { key, before, after }: Change<CourseState>,
  author: Pick<StaffChangeEntry, 'by' | 'at'>,
): Promise<Problem | undefined> => {
  const course = await courses.find(key);
  if (!course || !before || !after || !isDeepStrictEqual(courseStateOf(course), before)) return conflict;
  const staff = after.staff.map((member) => {
    const known = course.staff?.find(({ userId }) => userId === member.userId);
    const { addedBy, addedAt } = known ?? { addedBy: author.by, addedAt: author.at };
    return { ...member, addedBy, addedAt };
  });
  const { staff: _staff, ...others } = course;
  const changed: Course = {
    ...others,
    ...(staff.length > 0 && { staff }),
    ...(after.owner !== course.teacherId && { teacherId: after.owner, ownerSince: author.at }),
    version: course.version + 1,
  };
  const written = await courses.change(changed, {
    bulk: true,
    staffChanges: staffChangesOf(before, after, author),
    audited: { by: author.by, before: course },
  });
  return written === true ? undefined : conflict;
};

/** @param isAdministrator whether a former owner has no other role in the course */
export const foldCourseStaff = (
  state: CourseState,
  stated: Member,
  isAdministrator: (id: string) => boolean,
): CourseState | Problem => {
  const { owner, staff } = state;
  const member = withSectionsOf(staff, stated);
  const others = staff.filter(({ userId }) => userId !== member.userId);
  if (member.role === 'owner') {
    if (owner === member.userId) return state;
    const former = isAdministrator(owner) ? [] : [{ userId: owner, role: 'co-teacher' }];
    return { owner: member.userId, staff: [...former, ...others] };
  }
  if (owner === member.userId) return { problem: 'conflict', field: 'role' };
  if (staff.some((one) => isDeepStrictEqual(one, member))) return state;
  if (others.length + 1 >= MAX_STAFF) return { problem: 'conflict', field: 'scopeId' };
  const index = staff.findIndex(({ userId }) => userId === member.userId);
  return { owner, staff: index < 0 ? [...staff, member] : staff.with(index, member) };
};
