import type { StaffMember } from '../course/staff-schemas.ts';

export type Staff = Pick<StaffMember, 'userId' | 'from' | 'until' | 'sectionIds'> & { role: string };

export const isCurrent = ({ from, until }: Pick<Staff, 'from' | 'until'>, now: Date): boolean =>
  (from === undefined || Date.parse(from) <= now.getTime()) &&
  (until === undefined || now.getTime() < Date.parse(until));

/** The sections that a role is limited to. */
export const limitOf = ({ sectionIds }: Staff): readonly string[] | undefined => sectionIds;

/** A substitute for sections holds their classes as their assistant does, and manages nothing of the course. */
export const inSections = (member: Staff): Staff =>
  limitOf(member) && member.role === 'substitute' ? { ...member, role: 'assistant' } : member;
