import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import { teacherRegistrationSchema } from './account-schemas.ts';

/** Settings of the installation that people notice. None is secret. */
const accountSettingsSchema = z.object({
  teacherRegistration: openEnum(teacherRegistrationSchema),
  /** Days without a visit until somebody has to sign in again. */
  refreshTokenDays: z.number(),
  freshProofMinutes: z.number(),
  /** Hours until a device that replaces another one, and an added device or passkey, counts. */
  replacedDeviceHours: z.number(),
  addedProofHours: z.number(),
  /** The nightly root of the audit log is emailed to somebody. */
  hasAuditor: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettingsSchema>;

const { get } = routesOf('auth');

export const getAccountSettings = get('/api/auth/settings', {
  summary: 'Get the settings of accounts and sign-in',
  access: 'staff',
  grants: 'reads',
  answer: accountSettingsSchema,
});
