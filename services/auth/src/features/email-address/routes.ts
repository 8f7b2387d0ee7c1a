import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, newSecret } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { EmailDeps } from '../../core/email/ask-for-link.ts';
import { type VisitDeps, visitOf } from '../../core/visits/visits.ts';
import {
  cancelEmailChange,
  changeEmail,
  getEmailAddress,
  sendLinkAgain,
  verifyEmail,
  type VerificationDeps,
} from './verify-email.ts';

type Stores = EmailDeps & VerificationDeps & VisitDeps;

export const emailAddressRoutes = (context: Stores): Implementation[] => {
  const { cookies } = context;
  const requesterOf = (call: { request: Request; response: Response }) => ({
    ...visitOf(context, call),
    emailRequest: cookies.readEmailRequest(call.request) ?? newSecret(),
  });
  return [
    implement(routes.auth.getEmailAddress, ({ caller }) => getEmailAddress(context, caller.id)),
    implement(routes.auth.sendVerificationLink, async (call) => {
      const requester = requesterOf(call);
      const answer = await sendLinkAgain(context, call.caller.id, requester);
      cookies.writeEmailRequest(call.response, requester.emailRequest);
      return answer;
    }),
    implement(routes.auth.verifyEmailAddress, async (call) => {
      const request = cookies.readEmailRequest(call.request);
      const browser = await verifyEmail(context, call.body, request, visitOf(context, call));
      if (browser !== undefined) cookies.writeBrowser(call.response, browser);
    }),
    implement(routes.auth.changeEmailAddress, async (call) => {
      const requester = requesterOf(call);
      const answer = await changeEmail(context, call.caller.id, call.body, requester);
      cookies.writeEmailRequest(call.response, requester.emailRequest);
      return answer;
    }),
    implement(routes.auth.cancelEmailChange, ({ caller }) => cancelEmailChange(context, caller.id)),
  ];
};
