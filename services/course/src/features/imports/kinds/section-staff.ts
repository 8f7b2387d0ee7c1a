import type { Course } from '../../../core/courses/courses.ts';
import type { StaffStatement } from '../../../db/statement-models.ts';

const staffOfSection = ({ staff = [] }: Course, sectionId: string) =>
  staff.filter(({ sectionIds }) => sectionIds?.includes(sectionId));

export const isAboutSection =
  (sectionId: string) =>
  ({ key }: StaffStatement): boolean =>
    key.endsWith(` ${sectionId}`);

/** Roles that the other course already has are kept. */
export const withStaffOf = (course: Course, other: Course, sectionId: string): Course['staff'] => {
  const staff = [...(course.staff ?? [])];
  for (const member of staffOfSection(other, sectionId)) {
    const index = staff.findIndex(({ userId }) => userId === member.userId);
    const known = staff[index];
    const isSameRole = known?.sectionIds && known.role === member.role;
    if (!known && member.userId !== course.teacherId) staff.push({ ...member, sectionIds: [sectionId] });
    else if (known && isSameRole)
      staff[index] = { ...known, sectionIds: [...new Set([...(known.sectionIds ?? []), sectionId])] };
  }
  return staff.length > 0 ? staff : undefined;
};

export const withoutStaffOf = ({ staff = [] }: Course, sectionId: string): Course['staff'] => {
  const left = staff.flatMap(({ sectionIds, ...member }) => {
    if (!sectionIds) return member;
    const others = sectionIds.filter((id) => id !== sectionId);
    return others.length > 0 ? { ...member, sectionIds: others } : [];
  });
  return left.length > 0 ? left : undefined;
};
