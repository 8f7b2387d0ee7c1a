import { routesOf } from '../route.ts';
import { classSettingsSchema } from './settings-schemas.ts';

const { get } = routesOf('session');

export const getClassSettings = get('/api/sessions/settings', {
  summary: 'Get the settings of classes and codes',
  access: 'staff',
  grants: 'reads',
  answer: classSettingsSchema,
});
