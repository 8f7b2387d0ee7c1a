import { defineRoute } from '../route.ts';
import { attendanceSettingsSchema } from './settings-schemas.ts';

export const getAttendanceSettings = defineRoute({
  service: 'attendance' as const,
  method: 'get',
  path: '/api/attendance/settings',
  summary: 'Get the settings of attendance records',
  access: 'staff',
  answer: attendanceSettingsSchema,
});
