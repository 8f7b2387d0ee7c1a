import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { definePersonalDataRoute } from '../personal-data.ts';
import { openEnum } from '../open-enum.ts';
import { defineRoute } from '../route.ts';
import {
  deviceIdSchema,
  emailSchema,
  passwordSchema,
  registeredDeviceSchema,
  teacherRegistrationSchema,
} from './schemas.ts';

const service = 'auth' as const;
const presentPasswordSchema = z.string().check(z.minLength(1, 'is required'), z.maxLength(128));

export const getRegistrationPolicy = defineRoute({
  service,
  method: 'get',
  path: '/api/auth/registration',
  summary: 'Whether teachers may register themselves, and need an invite code',
  access: 'anyone',
  answer: z.object({ teacherRegistration: openEnum(teacherRegistrationSchema) }),
});
/** Signs out everywhere else; the answer's token and the refresh cookie keep this browser signed in. */
export const changePassword = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/change-password',
  summary: 'Change my password',
  access: 'signed-in',
  body: z.object({ currentPassword: presentPasswordSchema, newPassword: passwordSchema }),
  answer: z.object({ token: z.string() }),
});
/** The same answer, as quickly, whether or not there is such an account. */
export const forgotPassword = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/forgot-password',
  summary: 'Have a link to choose a new password sent by mail',
  access: 'anyone',
  body: z.object({ email: emailSchema }),
  status: 204,
  answer: z.undefined(),
});
/** Good once, for an hour; signs out everywhere. */
export const resetPassword = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password by the link that was mailed',
  access: 'anyone',
  body: z.object({
    token: z.string().check(z.minLength(1, 'is required'), z.maxLength(200)),
    password: passwordSchema,
  }),
  status: 204,
  answer: z.undefined(),
});
export const signOutEverywhere = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/sign-out-everywhere',
  summary: 'Sign out on all my devices',
  access: 'signed-in',
  status: 204,
  answer: z.undefined(),
});
/** A device registered in its place counts only after the cool-down. */
export const removeDevice = defineRoute({
  service,
  method: 'delete',
  path: '/api/auth/devices/:deviceId',
  summary: 'Remove one of my devices; answers those left',
  access: 'student',
  params: z.object({ deviceId: deviceIdSchema }),
  answer: z.array(registeredDeviceSchema),
});
/** Asked for before the first selfie is taken; may be withdrawn. */
export const setSelfieConsent = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/selfie-consent',
  summary: 'Agree, or no longer, to selfies of me being kept for a time',
  access: 'student',
  body: z.object({ given: z.boolean() }),
  answer: z.object({ selfieConsentAt: z.nullable(momentSchema) }),
});
export const getMyAccountData = definePersonalDataRoute(service, '/api/auth/my-data');
/** Marks stay under the bare id, so that counts stay right; all else that tells who it was goes. */
export const eraseMe = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/erase-me',
  summary: 'Delete my account and what identifies me',
  access: 'signed-in',
  body: z.object({ password: presentPasswordSchema }),
  status: 204,
  answer: z.undefined(),
});
