import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { createPersonalData } from './personal-data.ts';

export const privacyRoutes = ({
  personalData,
  clock,
}: {
  personalData: Pick<ReturnType<typeof createPersonalData>, 'read'>;
  clock: () => Date;
}): Implementation[] => [
  implement(routes.attendance.getMyAttendanceData, async ({ caller }) => ({
    service: 'attendance' as const,
    exportedAt: clock().toISOString(),
    records: await personalData.read(caller.id),
  })),
];
