import {
  attendanceMarked,
  courseChanged,
  coursePowerUsed,
  noticesDue,
  type PowerUsed,
  sessionPowerUsed,
  unitChanged,
} from '@qr-attendance/contracts/events';
import { subscribeTo, type Subscription } from '@qr-attendance/messaging';
import type { Worker } from '@qr-attendance/server';
import type { Devices } from './core/security/devices.ts';
import type { Notices } from './features/notices/notices.ts';
import { courseRoleNotices, unitRoleNotices } from './features/notices/rules/staff-notices.ts';

export const GROUP = 'auth';

export const createSubscriptions = ({
  devices,
  notices,
  noticeRelay,
}: {
  devices: Devices;
  notices: Notices;
  noticeRelay: Worker;
}): Subscription[] => {
  const addNotices = async (used: PowerUsed[]): Promise<void> => {
    for (const one of used) await notices.addPower(one);
    if (used.length > 0) noticeRelay.wake();
  };
  return [
    subscribeTo(attendanceMarked, async ({ studentId, deviceId, markedAt }) => {
      if (deviceId) await devices.touch(studentId, deviceId, new Date(markedAt));
    }),
    subscribeTo(courseChanged, (course) => addNotices(courseRoleNotices(course, new Date()))),
    subscribeTo(unitChanged, (unit) => addNotices(unitRoleNotices(unit, new Date()))),
    subscribeTo(coursePowerUsed, (used) => addNotices([used])),
    subscribeTo(sessionPowerUsed, (used) => addNotices([used])),
    subscribeTo(noticesDue, async (due) => {
      await notices.add(due);
      noticeRelay.wake();
    }),
  ];
};
