import { attendanceMarked, noticesDue } from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Context } from '../context.ts';

export const GROUP = 'auth';

export const createSubscriptions = ({
  devices,
  notices,
  noticeRelay,
}: Pick<Context, 'devices' | 'notices' | 'noticeRelay'>): Subscription[] => [
  on(attendanceMarked, async ({ studentId, deviceId, markedAt }) => {
    if (deviceId) await devices.touch(studentId, deviceId, new Date(markedAt));
  }),
  on(noticesDue, async (due) => {
    await notices.add(due);
    noticeRelay.wake();
  }),
];
