import { attendanceMarked } from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/service-kit';
import type { StudentSecurityStore } from '../data/student-security.ts';

export const makeSubscriptions = ({ security }: { security: StudentSecurityStore }): Subscription[] => [
  on(attendanceMarked, async ({ studentId, deviceId, markedAt }) => {
    if (deviceId) await security.touchDevice(studentId, deviceId, new Date(markedAt));
  }),
];
