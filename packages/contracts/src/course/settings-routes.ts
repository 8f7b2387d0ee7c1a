import { defineRoute } from '../route.ts';
import { courseSettingsSchema } from './settings-schemas.ts';

export const getCourseSettings = defineRoute({
  service: 'course' as const,
  method: 'get',
  path: '/api/courses/settings',
  summary: 'Get the settings of courses and imports',
  access: 'staff',
  answer: courseSettingsSchema,
});
