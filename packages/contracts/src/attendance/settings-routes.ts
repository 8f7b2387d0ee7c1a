import { z } from 'zod/mini';
import { routesOf } from '../route.ts';

/** Settings of the installation that people notice. None is secret. */
const attendanceSettingsSchema = z.object({
  selfieRetentionDays: z.number(),
  markDetailsRetentionDays: z.number(),
  /** Marks from elsewhere are a weak signal of risk. */
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
