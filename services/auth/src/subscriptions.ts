import { attendanceMarked, courseChanged, noticesDue } from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Context } from './context.ts';
import { staffNotices } from './notices/rules/staff-notices.ts';

export const GROUP = 'auth';

export const createSubscriptions = ({
  devices,
  notices,
  noticeRelay,
}: Pick<Context, 'devices' | 'notices' | 'noticeRelay'>): Subscription[] => [
  on(attendanceMarked, async ({ studentId, deviceId, markedAt }) => {
    if (deviceId) await devices.touch(studentId, deviceId, new Date(markedAt));
  }),
  on(courseChanged, async (course) => {
    const due = staffNotices(course, new Date());
    for (const notice of due) await notices.add(notice);
    if (due.length > 0) noticeRelay.wake();
  }),
  on(noticesDue, async (due) => {
    await notices.add(due);
    noticeRelay.wake();
  }),
];
