import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import { newSecret } from '../sign-in/rules/secret.ts';
import { atPlace } from '../sign-in/visits.ts';
import {
  cancelEmailChange,
  changeEmail,
  getEmailAddress,
  sendLinkAgain,
  verifyEmail,
} from './verify-email.ts';

/** A person's email address: whether it is verified, and another one in its place. */
export const emailAddressRoutes = (context: Context): Implementation[] => {
  const { cookies } = context;
  /** Asks for a link from a browser that keeps a secret of its own, by which it is known when the link is opened. */
  const asAsker = <T>(
    call: { request: Request; response: Response },
    work: (visit: Visit & { emailRequest: string }) => Promise<T>,
  ): Promise<T> =>
    atPlace(context, call, async (visit) => {
      const emailRequest = cookies.readEmailRequest(call.request) ?? newSecret();
      const answer = await work({ ...visit, emailRequest });
      cookies.writeEmailRequest(call.response, emailRequest);
      return answer;
    });
  return [
    implement(routes.auth.getEmailAddress, ({ caller }) => getEmailAddress(context, caller.id)),
    implement(routes.auth.sendVerificationLink, async (call) => {
      await asAsker(call, (visit) => sendLinkAgain(context, call.caller.id, visit));
      return undefined;
    }),
    implement(routes.auth.verifyEmailAddress, async (call) => {
      const request = cookies.readEmailRequest(call.request);
      const browser = await atPlace(context, call, (visit) =>
        verifyEmail(context, call.body, request, visit),
      );
      if (browser !== undefined) cookies.writeBrowser(call.response, browser);
      return undefined;
    }),
    implement(routes.auth.changeEmailAddress, (call) =>
      asAsker(call, (visit) => changeEmail(context, call.caller.id, call.body, visit)),
    ),
    implement(routes.auth.cancelEmailChange, ({ caller }) => cancelEmailChange(context, caller.id)),
  ];
};
