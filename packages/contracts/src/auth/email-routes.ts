import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { emailSchema, mailedTokenSchema, passwordSchema, presentPasswordSchema } from './account-schemas.ts';
import { emailAddressSchema } from './schemas.ts';

const { get, post, remove } = routesOf('auth');

export const getEmailAddress = get('/api/auth/email-address', {
  summary: 'Get my email address, its verification and a pending change',
  access: 'signed-in',
  grants: 'reads',
  answer: emailAddressSchema,
});
/** Sends the link to the new address if there is one. Sends nothing if no address has to be verified. */
export const sendVerificationLink = post('/api/auth/email-address/link', {
  summary: 'Resend the verification link of my email address',
  access: 'signed-in',
  grants: 'changesOwn',
});
/**
 * Valid for a day; a repeated request changes nothing. In the browser that requested it, the link is sufficient.
 * Elsewhere the request also needs the account's password, or a new password if the error has `mayChoosePassword`.
 */
export const verifyEmailAddress = post('/api/auth/email-address/verify', {
  summary: 'Verify an email address with an emailed link; a new address replaces the old one',
  access: 'anyone',
  grants: 'outlivesSession',
  proof: 'request',
  tells: ['email_changed', 'password_changed'],
  refusals: [403],
  body: z.object({
    token: mailedTokenSchema,
    password: z.optional(presentPasswordSchema),
    /** Replaces the password: ends every sign-in, and gives the account to the owner of the mailbox. */
    newPassword: z.optional(passwordSchema),
  }),
});
/** Emails go to the current address until the new address is verified. */
export const changeEmailAddress = post('/api/auth/email-address/change', {
  summary: 'Request a change of my email address, which the emailed link completes',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'request',
  tells: ['email_change_requested'],
  body: z.object({ email: emailSchema, password: presentPasswordSchema }),
  answer: emailAddressSchema,
});
export const cancelEmailChange = remove('/api/auth/email-address/change', {
  summary: 'Cancel the change of my email address',
  access: 'signed-in',
  grants: 'changesOwn',
  answer: emailAddressSchema,
});
