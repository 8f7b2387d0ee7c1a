import { routesOf } from '../route.ts';
import { accountSettingsSchema } from './settings-schemas.ts';

const { get } = routesOf('auth');

export const getAccountSettings = get('/api/auth/settings', {
  summary: 'Get the settings of accounts and sign-in',
  access: 'staff',
  grants: 'reads',
  answer: accountSettingsSchema,
});
