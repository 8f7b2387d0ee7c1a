import type { CourseStatementStore, StatedCourse } from '../../../core/courses/course-statements.ts';
import type { Course, Courses } from '../../../core/courses/courses.ts';
import type { StaffChangeEntry } from '../../../db/models.ts';
import { type Change, CONFLICT_PROBLEM, type Problem } from './kind.ts';
import { memberChangesBetween, termsOf, toMembers } from './staff-members.ts';
import { type StatedStaff, toLedgers, toStaffStatements } from './stated-staff.ts';

export const courseStaffOf = ({ course, stated }: StatedCourse): StatedStaff => ({
  id: course.id,
  version: course.version,
  owner: course.teacherId,
  staff: toMembers(course.staff),
  ledgers: toLedgers(stated.staffStatements),
});

/** Staff changes as if made by hand: the new role of a previous owner is part of the handover. */
const staffChangesOf = (
  before: StatedStaff,
  after: StatedStaff,
  { by, at }: Pick<StaffChangeEntry, 'by' | 'at'>,
): StaffChangeEntry[] => {
  const { owner = '' } = after;
  const isHandedOver = owner !== before.owner;
  const handedOver = isHandedOver ? [before.owner, owner] : [];
  return [
    ...(isHandedOver ? [{ at, by, userId: owner, change: 'handed_over' as const, role: 'owner' }] : []),
    ...memberChangesBetween(before.staff, after.staff)
      .filter(({ userId }) => !handedOver.includes(userId))
      .map((one) => ({ at, by, userId: one.userId, change: one.change, ...termsOf(one) })),
  ];
};

export const writeCourseStaff = async (
  courses: Courses,
  { before, after }: Change<StatedStaff>,
  author: Pick<StaffChangeEntry, 'by' | 'at'>,
): Promise<Problem | undefined> => {
  const course = before && (await courses.find(before.id));
  if (!course || !after || course.version !== before.version) return CONFLICT_PROBLEM;
  const staff = after.staff.map((member) => {
    const known = course.staff?.find(({ userId }) => userId === member.userId);
    const { addedBy, addedAt } = known ?? { addedBy: author.by, addedAt: author.at };
    return { ...member, addedBy, addedAt };
  });
  const { staff: _staff, ...others } = course;
  const { owner = course.teacherId } = after;
  const changed: Course = {
    ...others,
    ...(staff.length > 0 && { staff }),
    ...(owner !== course.teacherId && { teacherId: owner, ownerSince: author.at }),
    version: course.version + 1,
  };
  const written = await courses.change(changed, {
    bulk: true,
    staffChanges: staffChangesOf(before, after, author),
    audited: { by: author.by, before: course },
    stated: { staffStatements: toStaffStatements(after.ledgers) },
  });
  return written === true ? undefined : CONFLICT_PROBLEM;
};

/** @returns the ids of the courses that have changed since they were read */
export const stateCourseStaff = (
  courseStatements: CourseStatementStore,
  stated: StatedStaff[],
): Promise<Set<string>> =>
  courseStatements.stateAll(
    stated.map(({ id, version, ledgers }) => ({
      id,
      version,
      stated: { staffStatements: toStaffStatements(ledgers) },
    })),
  );
