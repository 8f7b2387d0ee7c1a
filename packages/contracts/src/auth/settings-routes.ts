import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import { teacherRegistrationSchema } from './account-schemas.ts';

const accountSettingsSchema = z.object({
  teacherRegistration: openEnum(teacherRegistrationSchema),
  /** Days without a visit after which a person must sign in again. */
  refreshTokenDays: z.number(),
  /** Days from a sign-in until its end; missing in responses of the previous release. */
  signInDays: z.optional(z.object({ staff: z.number(), students: z.number() })),
  freshProofMinutes: z.number(),
  /** Cool-down in hours of a device that replaces another device, and of an added device or passkey. */
  replacedDeviceHours: z.number(),
  addedProofHours: z.number(),
  /** Whether the nightly root of the audit log is emailed to an auditor. */
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
