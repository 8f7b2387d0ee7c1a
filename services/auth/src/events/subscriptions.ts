import { attendanceMarked } from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Devices } from '../devices/devices.ts';

export const makeSubscriptions = ({ devices }: { devices: Devices }): Subscription[] => [
  on(attendanceMarked, async ({ studentId, deviceId, markedAt }) => {
    if (deviceId) await devices.touch(studentId, deviceId, new Date(markedAt));
  }),
];
