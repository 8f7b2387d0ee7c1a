import { z } from 'zod/mini';
import { definePersonalDataRoute } from '../every-service.ts';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import {
  emailSchema,
  mailedTokenSchema,
  passwordSchema,
  passwordSignInSchema,
  presentPasswordSchema,
  teacherRegistrationSchema,
} from './account-schemas.ts';

const { get, post } = routesOf('auth');

export const getRegistrationPolicy = get('/api/auth/registration', {
  summary: 'Get the registration mode of teachers, where passwords are accepted, and where emails are',
  access: 'anyone',
  grants: 'reads',
  answer: z.object({
    teacherRegistration: openEnum(teacherRegistrationSchema),
    /** Servers of earlier releases omit this field and accept passwords. */
    passwordSignIn: z.optional(openEnum(passwordSignInSchema)),
    /** The end of the path of the folder to which emails are written, if none are sent. */
    emailFolder: z.optional(z.string()),
  }),
});
/** Signs out everywhere else; the answer's token and the refresh cookie keep this browser signed in. */
export const changePassword = post('/api/auth/change-password', {
  summary: 'Change my password',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'request',
  tells: ['password_changed'],
  body: z.object({ currentPassword: presentPasswordSchema, newPassword: passwordSchema }),
  answer: z.object({ token: z.string() }),
});
/** The answer and its time do not reveal whether an account exists. */
export const forgotPassword = post('/api/auth/forgot-password', {
  summary: 'Email a link to choose a new password',
  access: 'anyone',
  grants: 'changesOwn',
  body: z.object({ email: emailSchema }),
});
/**
 * The link works once, for an hour, or for a day if the address is unverified; using the link verifies the
 * address. Ends every sign-in.
 */
export const resetPassword = post('/api/auth/reset-password', {
  summary: 'Choose a new password with an emailed link',
  access: 'anyone',
  grants: 'outlivesSession',
  proof: 'request',
  tells: ['password_changed'],
  body: z.object({ token: mailedTokenSchema, password: passwordSchema }),
});
export const signOutEverywhere = post('/api/auth/sign-out-everywhere', {
  summary: 'Sign out on all devices',
  access: 'signed-in',
  grants: 'changesOwn',
});
/** Ends all other sign-ins and forgets the remembered browsers. The caller needs a new access token. */
export const signOutElsewhere = post('/api/auth/sign-out-elsewhere', {
  summary: 'Sign out on all other devices',
  access: 'signed-in',
  grants: 'changesOwn',
});
/** A sign-in ends after a maximum time, however often it is used. The next renewal of the token states the new end. */
export const extendSignIn = post('/api/auth/extend-sign-in', {
  summary: 'Start the maximum lifetime of my sign-in again',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: { nobody: 'the sign-in stays in its browser' },
});
export const getMyAccountData = definePersonalDataRoute('auth', '/api/auth/my-data');
/**
 * Marks are kept without any personal data, so that counts stay correct; all other personal data is deleted.
 */
export const eraseMe = post('/api/auth/erase-me', {
  summary: 'Delete my account and all personal data',
  access: 'signed-in',
  grants: 'destroys',
  proof: 'request',
  tells: ['account_erased'],
  body: z.object({ password: presentPasswordSchema }),
});
