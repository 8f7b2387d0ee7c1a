import { createHash } from 'node:crypto';
import type { CourseChanged, NoticesDue } from '@qr-attendance/contracts/events';

/** A replay of older events sends no emails. */
const MAX_AGE_MS = 86_400_000;

/**
 * Notices to people who recently got a role in a course. The id is derived from the role, so the same event, and every
 * later one that still contains it, notifies nobody again.
 */
export const staffNotices = (
  { id, name, code, teacherId, ownerSince, staff = [], deleted }: CourseChanged,
  now: Date,
): NoticesDue[] => {
  if (deleted) return [];
  const given = [
    ...(ownerSince === undefined ? [] : [{ userId: teacherId, role: 'owner', at: ownerSince }]),
    // The previous owner is notified too, because somebody else may have used their sign-in.
    ...staff.map(({ userId, role, addedAt: at }) => ({ userId, role, at })),
  ];
  return given
    .filter(({ at }) => now.getTime() - Date.parse(at) < MAX_AGE_MS)
    .map(({ userId, role, at }) => ({
      id: createHash('md5').update(`${id} ${userId} ${at}`).digest('hex'),
      kind: 'staff_changed',
      at,
      session: { id, courseName: name, courseCode: code, startTime: at, canceled: false },
      notices: [{ receiverId: userId, to: role }],
      version: 1,
    }));
};
