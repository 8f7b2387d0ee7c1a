import {
  attendanceMarked,
  courseChanged,
  coursePowerUsed,
  noticesDue,
  type PowerUsed,
  sessionPowerUsed,
  unitChanged,
} from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Context } from './context.ts';
import { courseRoleNotices, unitRoleNotices } from './features/notices/rules/staff-notices.ts';

export const GROUP = 'auth';

export const createSubscriptions = ({
  devices,
  notices,
  noticeRelay,
}: Pick<Context, 'devices' | 'notices' | 'noticeRelay'>): Subscription[] => {
  const tell = async (used: PowerUsed[]): Promise<void> => {
    for (const one of used) await notices.addPower(one);
    if (used.length > 0) noticeRelay.wake();
  };
  return [
    on(attendanceMarked, async ({ studentId, deviceId, markedAt }) => {
      if (deviceId) await devices.touch(studentId, deviceId, new Date(markedAt));
    }),
    on(courseChanged, (course) => tell(courseRoleNotices(course, new Date()))),
    on(unitChanged, (unit) => tell(unitRoleNotices(unit, new Date()))),
    on(coursePowerUsed, (used) => tell([used])),
    on(sessionPowerUsed, (used) => tell([used])),
    on(noticesDue, async (due) => {
      await notices.add(due);
      noticeRelay.wake();
    }),
  ];
};
