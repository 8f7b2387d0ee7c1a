import { defineRoute } from '../route.ts';
import { classSettingsSchema } from './settings-schemas.ts';

export const getClassSettings = defineRoute({
  service: 'session' as const,
  method: 'get',
  path: '/api/sessions/settings',
  summary: 'Get the settings of classes and codes',
  access: 'staff',
  answer: classSettingsSchema,
});
