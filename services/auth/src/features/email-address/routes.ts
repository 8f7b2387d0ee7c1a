import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, newSecret } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { EmailDeps } from '../../core/email/ask-for-link.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import { type VisitDeps, withVisit } from '../../core/visits/visits.ts';
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
  const withRequester = <T>(
    call: { request: Request; response: Response },
    work: (visit: Visit & { emailRequest: string }) => Promise<T>,
  ): Promise<T> =>
    withVisit(context, call, async (visit) => {
      const emailRequest = cookies.readEmailRequest(call.request) ?? newSecret();
      const answer = await work({ ...visit, emailRequest });
      cookies.writeEmailRequest(call.response, emailRequest);
      return answer;
    });
  return [
    implement(routes.auth.getEmailAddress, ({ caller }) => getEmailAddress(context, caller.id)),
    implement(routes.auth.sendVerificationLink, (call) =>
      withRequester(call, (visit) => sendLinkAgain(context, call.caller.id, visit)),
    ),
    implement(routes.auth.verifyEmailAddress, async (call) => {
      const request = cookies.readEmailRequest(call.request);
      const browser = await withVisit(context, call, (visit) =>
        verifyEmail(context, call.body, request, visit),
      );
      if (browser !== undefined) cookies.writeBrowser(call.response, browser);
    }),
    implement(routes.auth.changeEmailAddress, (call) =>
      withRequester(call, (visit) => changeEmail(context, call.caller.id, call.body, visit)),
    ),
    implement(routes.auth.cancelEmailChange, ({ caller }) => cancelEmailChange(context, caller.id)),
  ];
};
