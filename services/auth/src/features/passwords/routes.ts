import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { signInAgain, type SignInDeps, visitOf } from '../../core/visits/visits.ts';
import { changePassword, type PasswordDeps, forgotPassword, resetPassword } from './change-password.ts';

interface Stores extends PasswordDeps, SignInDeps {
  people: People;
}

export const passwordRoutes = (context: Stores): Implementation[] => [
  implement(routes.auth.changePassword, async (call) => {
    const signedIn = await changePassword(context, call.caller.id, call.body, visitOf(context, call));
    return { token: await signInAgain(context, signedIn, call) };
  }),
  implement(routes.auth.forgotPassword, (call) =>
    forgotPassword(context, call.body.email, visitOf(context, call)),
  ),
  implement(routes.auth.resetPassword, async (call) => {
    const browser = await resetPassword(context, call.body, visitOf(context, call));
    if (browser !== undefined) context.cookies.writeBrowser(call.response, browser);
  }),
];
