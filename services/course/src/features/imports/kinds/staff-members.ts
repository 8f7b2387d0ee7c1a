import { isDeepStrictEqual } from 'node:util';
import type { StaffChangeEntry } from '../../../db/models.ts';

export interface Member {
  userId: string;
  role: string;
  from?: string | undefined;
  until?: string | undefined;
  sectionIds?: string[] | undefined;
}

export const toMembers = (staff: Member[] = []): Member[] =>
  staff.map(({ userId, role, from, until, sectionIds }) => ({
    userId,
    role,
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(sectionIds !== undefined && { sectionIds }),
  }));

export const findMember = (staff: Member[], userId: string): Member | undefined =>
  staff.find((one) => one.userId === userId);

interface MemberChange {
  userId: string;
  change: 'added' | 'changed' | 'removed';
  was: Member | undefined;
  becomes: Member | undefined;
}

const changeOf = (was: Member | undefined, becomes: Member | undefined) => {
  if (!was) return 'added';
  return becomes ? 'changed' : 'removed';
};

export const memberChangesBetween = (before: Member[], after: Member[]): MemberChange[] => {
  const ids = [...new Set([...before, ...after].map(({ userId }) => userId))];
  return ids.flatMap((userId) => {
    const [was, becomes] = [findMember(before, userId), findMember(after, userId)];
    return isDeepStrictEqual(was, becomes) ? [] : [{ userId, change: changeOf(was, becomes), was, becomes }];
  });
};

export const termsOf = ({
  was,
  becomes,
}: MemberChange): Pick<StaffChangeEntry, 'role' | 'from' | 'until'> => {
  const { role, from, until } = (becomes ?? was) as Member;
  return { role, ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
};
