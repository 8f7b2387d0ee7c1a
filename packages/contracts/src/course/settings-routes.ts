import { routesOf } from '../route.ts';
import { courseSettingsSchema } from './settings-schemas.ts';

const { get } = routesOf('course');

export const getCourseSettings = get('/api/courses/settings', {
  summary: 'Get the settings of courses and imports',
  access: 'staff',
  grants: 'reads',
  answer: courseSettingsSchema,
});
