import { createHash } from 'node:crypto';
import type { PowerMessage } from '@qr-attendance/contracts';
import type { CourseChanged, PowerUsed, UnitChanged } from '@qr-attendance/contracts/events';

/** Older events, for example of a replay, send no emails. */
const MAX_AGE_MS = 86_400_000;

interface GivenRole {
  userId: string;
  what: PowerMessage;
  at: string;
  role?: string;
  by?: string;
}

/**
 * Notices to people who recently got a role. The id is derived from the role, so repeated and later events
 * that contain the same role notify nobody again.
 */
const toNotices = (id: string, object: string, roles: GivenRole[], now: Date): PowerUsed[] =>
  roles
    .filter(({ at }) => now.getTime() - Date.parse(at) < MAX_AGE_MS)
    .map(({ userId, what, at, role, by }) => ({
      id: createHash('md5').update(`${id} ${userId} ${at}`).digest('hex'),
      what,
      at,
      by,
      role,
      object,
      person: userId,
      receivers: [userId],
      administrators: false,
      version: 1,
    }));

export const courseRoleNotices = (
  { id, name, teacherId, ownerSince, staff = [], deleted }: CourseChanged,
  now: Date,
): PowerUsed[] => {
  if (deleted) return [];
  const owner: GivenRole[] =
    ownerSince === undefined ? [] : [{ userId: teacherId, what: 'course_handed_over', at: ownerSince }];
  const others = staff.map(({ userId, role, addedBy: by, addedAt: at }): GivenRole => {
    // Handing a course over makes the previous owner a co-teacher at this moment.
    const isPrevious = at === ownerSince && role === 'co-teacher';
    const what = isPrevious ? 'course_handed_on' : 'course_role_given';
    return { userId, what, at, role, by };
  });
  return toNotices(id, name, [...owner, ...others], now);
};

export const unitRoleNotices = ({ id, name, staff = [], deleted }: UnitChanged, now: Date): PowerUsed[] => {
  if (deleted) return [];
  const roles = staff.map(({ userId, role, addedBy: by, addedAt: at }): GivenRole => {
    return { userId, what: 'unit_role_given', at, role, by };
  });
  return toNotices(id, name, roles, now);
};
