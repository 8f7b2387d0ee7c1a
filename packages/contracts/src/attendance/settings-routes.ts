import { routesOf } from '../route.ts';
import { attendanceSettingsSchema } from './settings-schemas.ts';

const { get } = routesOf('attendance');

export const getAttendanceSettings = get('/api/attendance/settings', {
  summary: 'Get the settings of attendance records',
  access: 'staff',
  grants: 'reads',
  answer: attendanceSettingsSchema,
});
