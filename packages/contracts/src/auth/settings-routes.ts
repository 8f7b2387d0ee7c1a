import { defineRoute } from '../route.ts';
import { accountSettingsSchema } from './settings-schemas.ts';

export const getAccountSettings = defineRoute({
  service: 'auth' as const,
  method: 'get',
  path: '/api/auth/settings',
  summary: 'Get the settings of accounts and sign-in',
  access: 'staff',
  answer: accountSettingsSchema,
});
