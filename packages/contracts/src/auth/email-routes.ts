import { z } from 'zod/mini';
import { defineRoute } from '../route.ts';
import { emailSchema, mailedTokenSchema, passwordSchema, presentPasswordSchema } from './account-schemas.ts';
import { emailAddressSchema } from './schemas.ts';

const service = 'auth' as const;

export const getEmailAddress = defineRoute({
  service,
  method: 'get',
  path: '/api/auth/email-address',
  summary: 'Get my email address, its verification and a pending change',
  access: 'signed-in',
  answer: emailAddressSchema,
});
/** To the address that waits for it: the new one, if it is to be changed. Nothing is sent if there is none. */
export const sendVerificationLink = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/email-address/link',
  summary: 'Resend the verification link of my email address',
  access: 'signed-in',
  status: 204,
  answer: z.undefined(),
});
/**
 * Valid for a day; a repeat changes nothing. In the browser that asked for it the link is enough. Opened elsewhere it
 * needs the account's password, or a new one where `mayChoosePassword` of the refusal says so.
 */
export const verifyEmailAddress = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/email-address/verify',
  summary: 'Verify an email address with an emailed link; a new address replaces the old one',
  access: 'anyone',
  refusals: [403],
  body: z.object({
    token: mailedTokenSchema,
    password: z.optional(presentPasswordSchema),
    /** In place of the password: signs out everywhere, and gives the account to whoever has the mailbox. */
    newPassword: z.optional(passwordSchema),
  }),
  status: 204,
  answer: z.undefined(),
});
/** Mail goes to the present address until the new one is verified. */
export const changeEmailAddress = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/email-address/change',
  summary: 'Request a change of my email address, which the emailed link completes',
  access: 'signed-in',
  body: z.object({ email: emailSchema, password: presentPasswordSchema }),
  answer: emailAddressSchema,
});
export const cancelEmailChange = defineRoute({
  service,
  method: 'delete',
  path: '/api/auth/email-address/change',
  summary: 'Cancel the change of my email address',
  access: 'signed-in',
  answer: emailAddressSchema,
});
