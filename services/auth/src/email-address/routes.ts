import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { atPlace } from '../sign-in/visits.ts';
import {
  cancelEmailChange,
  changeEmail,
  getEmailAddress,
  sendLinkAgain,
  verifyEmail,
} from './verify-email.ts';

/** A person's email address: whether it is verified, and another one in its place. */
export const emailAddressRoutes = (context: Context): Implementation[] => [
  implement(routes.auth.getEmailAddress, ({ caller }) => getEmailAddress(context, caller.id)),
  implement(routes.auth.sendVerificationLink, async (call) => {
    await atPlace(context, call, (visit) => sendLinkAgain(context, call.caller.id, visit));
    return undefined;
  }),
  implement(routes.auth.verifyEmailAddress, async ({ body }) => {
    await verifyEmail(context, body.token);
    return undefined;
  }),
  implement(routes.auth.changeEmailAddress, (call) =>
    atPlace(context, call, (visit) => changeEmail(context, call.caller.id, call.body, visit)),
  ),
  implement(routes.auth.cancelEmailChange, ({ caller }) => cancelEmailChange(context, caller.id)),
];
