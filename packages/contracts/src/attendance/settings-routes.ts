import { z } from 'zod/mini';
import { routesOf } from '../route.ts';

const attendanceSettingsSchema = z.object({
  selfieRetentionDays: z.number(),
  markDetailsRetentionDays: z.number(),
  /** Whether campus networks are configured; then a mark from outside these networks is a weak risk signal. */
  knowsCampusNetworks: z.boolean(),
  issuesReceipts: z.boolean(),
});
export type AttendanceSettings = z.infer<typeof attendanceSettingsSchema>;

const { get } = routesOf('attendance');

export const getAttendanceSettings = get('/api/attendance/settings', {
  summary: 'Get the settings of attendance records',
  access: 'staff',
  grants: 'reads',
  answer: attendanceSettingsSchema,
});
