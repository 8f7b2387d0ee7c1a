import type { StaffMember } from '../course/staff-schemas.ts';

export type Staff = Pick<StaffMember, 'userId' | 'from' | 'until' | 'sectionIds'> & { role: string };

export const isCurrent = ({ from, until }: Pick<Staff, 'from' | 'until'>, now: Date): boolean =>
  (from === undefined || Date.parse(from) <= now.getTime()) &&
  (until === undefined || now.getTime() < Date.parse(until));

export const limitOf = ({ sectionIds }: Staff): readonly string[] | undefined => sectionIds;

/** A substitute who is limited to sections has the rights of an assistant in them. */
export const inSections = (member: Staff): Staff =>
  limitOf(member) && member.role === 'substitute' ? { ...member, role: 'assistant' } : member;
