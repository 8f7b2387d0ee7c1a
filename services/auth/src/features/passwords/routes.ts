import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { signInPerson, type SignInDeps, withVisit } from '../../core/visits/visits.ts';
import { changePassword, type PasswordDeps, forgotPassword, resetPassword } from './change-password.ts';

interface Stores extends PasswordDeps, SignInDeps {
  people: People;
}

export const passwordRoutes = (context: Stores): Implementation[] => [
  implement(routes.auth.changePassword, (call) =>
    withVisit(context, call, async (visit) => {
      const signedIn = await changePassword(context, call.caller.id, call.body, visit);
      return { token: await signInPerson(context, signedIn, call.response) };
    }),
  ),
  implement(routes.auth.forgotPassword, (call) =>
    withVisit(context, call, (visit) => forgotPassword(context, call.body.email, visit)),
  ),
  implement(routes.auth.resetPassword, async (call) => {
    const browser = await withVisit(context, call, (visit) => resetPassword(context, call.body, visit));
    context.cookies.writeBrowser(call.response, browser);
  }),
];
