import { routes, type PersonalData } from '@qr-attendance/contracts';
import { implement, Refused, type Implementation } from '@qr-attendance/service-kit';
import type { Place } from '../domain/place.ts';
import type { SignedIn } from '../use-cases/sign-in.ts';
import { atPlace } from './at-place.ts';
import type { Cookies } from './cookies.ts';
import type { SignInPerson } from './sign-in-person.ts';

interface Deps {
  changePassword: (
    personId: string,
    passwords: { currentPassword: string; newPassword: string },
    place: Place,
  ) => Promise<SignedIn>;
  forgotPassword: (email: string, place: Place) => Promise<void>;
  /** @returns what the browser is to keep */
  resetPassword: (asked: { token: string; password: string }, place: Place) => Promise<string>;
  readPersonalData: (personId: string) => Promise<PersonalData['records'] | undefined>;
  eraseMe: (personId: string, password: string, place: Place) => Promise<void>;
  signInPerson: SignInPerson;
  cookies: Cookies;
}

/** A person's password, data and end. */
export const makeAccountRoutes = ({ cookies, signInPerson, ...deps }: Deps): Implementation[] => [
  implement(routes.auth.changePassword, (call) =>
    atPlace(call, cookies, async (place) => {
      const signedIn = await deps.changePassword(call.caller.id, call.body, place);
      return { token: await signInPerson(signedIn, call.response) };
    }),
  ),
  implement(routes.auth.forgotPassword, async (call) => {
    await atPlace(call, cookies, (place) => deps.forgotPassword(call.body.email, place));
    return undefined;
  }),
  implement(routes.auth.resetPassword, async (call) => {
    const browser = await atPlace(call, cookies, (place) => deps.resetPassword(call.body, place));
    cookies.writeBrowser(call.response, browser);
    return undefined;
  }),
  implement(routes.auth.getMyAccountData, async ({ caller }) => {
    const records = await deps.readPersonalData(caller.id);
    if (!records) throw new Refused('unauthenticated', 'signed_out', 'Please sign in again.');
    return { service: 'auth' as const, exportedAt: new Date().toISOString(), records };
  }),
  implement(routes.auth.eraseMe, async (call) => {
    await atPlace(call, cookies, (place) => deps.eraseMe(call.caller.id, call.body.password, place));
    cookies.clearRefreshToken(call.response);
    return undefined;
  }),
];
