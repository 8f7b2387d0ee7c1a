import { routes, type PersonalData } from '@qr-attendance/contracts';
import { implement, type Implementation, DomainError } from '@qr-attendance/server';
import type { Visit } from '../guess-limits/rules/place.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { atPlace } from '../sign-in/at-place.ts';
import type { Cookies } from '../sign-in/cookies.ts';
import type { SignInPerson } from '../sign-in/sign-in-person.ts';

interface Deps {
  changePassword: (
    personId: string,
    passwords: { currentPassword: string; newPassword: string },
    visit: Visit,
  ) => Promise<SignedIn>;
  forgotPassword: (email: string, visit: Visit) => Promise<void>;
  /** @returns what the browser is to keep */
  resetPassword: (asked: { token: string; password: string }, visit: Visit) => Promise<string>;
  readPersonalData: (personId: string) => Promise<PersonalData['records'] | undefined>;
  eraseMe: (personId: string, password: string, visit: Visit) => Promise<void>;
  signInPerson: SignInPerson;
  cookies: Cookies;
}

/** A person's password, data and end. */
export const makeAccountRoutes = ({ cookies, signInPerson, ...deps }: Deps): Implementation[] => [
  implement(routes.auth.changePassword, (call) =>
    atPlace(call, cookies, async (visit) => {
      const signedIn = await deps.changePassword(call.caller.id, call.body, visit);
      return { token: await signInPerson(signedIn, call.response) };
    }),
  ),
  implement(routes.auth.forgotPassword, async (call) => {
    await atPlace(call, cookies, (visit) => deps.forgotPassword(call.body.email, visit));
    return undefined;
  }),
  implement(routes.auth.resetPassword, async (call) => {
    const browser = await atPlace(call, cookies, (visit) => deps.resetPassword(call.body, visit));
    cookies.writeBrowser(call.response, browser);
    return undefined;
  }),
  implement(routes.auth.getMyAccountData, async ({ caller }) => {
    const records = await deps.readPersonalData(caller.id);
    if (!records) throw new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');
    return { service: 'auth' as const, exportedAt: new Date().toISOString(), records };
  }),
  implement(routes.auth.eraseMe, async (call) => {
    await atPlace(call, cookies, (visit) => deps.eraseMe(call.caller.id, call.body.password, visit));
    cookies.clearRefreshToken(call.response);
    return undefined;
  }),
];
