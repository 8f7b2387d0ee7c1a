import { QUEUE_PLACE_HEADER } from '@qr-attendance/contracts';
import { addressKeyOf, clientAddressOf, disconnectSignalOf } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { PasswordPolicy } from '../password-checks/password-policy.ts';
import type { People } from '../people/people.ts';
import { type MailLanguage, readLanguage } from '../people/rules/language.ts';
import { type Person, profileOf, userOf } from '../people/rules/person.ts';
import type { RequireSecondFactor } from '../second-factor/sign-in-factor.ts';
import type { Place, Visit } from '../sign-in-limits/rules/place.ts';
import type { GuardPassword } from '../sign-in-limits/wrong-passwords.ts';
import type { Cookies } from '../tokens/cookies.ts';
import type { Tokens } from '../tokens/tokens.ts';

export interface CompletedSignIn {
  person: Person;
  /** The person entered a password or a code of an authenticator app, which counts as a fresh proof. */
  isProof: boolean;
  emailRequest?: string;
}

export interface VisitDeps {
  cookies: Cookies;
}
export interface SignInDeps extends VisitDeps {
  tokens: Tokens;
  people: Pick<People, 'keepLanguage'>;
  guard: GuardPassword;
  passwordPolicy: PasswordPolicy;
  requireSecondFactor: RequireSecondFactor;
}

export const languageOf = (request: Request): MailLanguage | undefined =>
  readLanguage(request.acceptsLanguages());

export const keepLanguage = async (
  { people }: Pick<SignInDeps, 'people'>,
  { id, language: before }: Person,
  language: MailLanguage | undefined,
): Promise<void> => {
  if (language !== undefined && language !== before) await people.keepLanguage(id, language);
};

interface Call {
  request: Request;
  response: Response;
}

const placeOf = ({ cookies }: VisitDeps, { request }: Pick<Call, 'request'>): Place => ({
  address: addressKeyOf(clientAddressOf(request)),
  browser: cookies.readBrowser(request),
});

export const visitOf = (context: VisitDeps, { request, response }: Call): Visit => ({
  ...placeOf(context, { request }),
  language: languageOf(request),
  queuePlace: request.get(QUEUE_PLACE_HEADER),
  signal: disconnectSignalOf(response),
});

/**
 * For a person who is signed in already; new sign-ins end in `answerSignedIn`. Whatever strangers have tried, the person
 * is trusted in this place from now on.
 */
export const signInAgain = async (
  { tokens, cookies, guard }: Pick<SignInDeps, 'tokens' | 'cookies' | 'guard'>,
  { person, isProof, emailRequest }: CompletedSignIn,
  { request, response }: Call,
): Promise<string> => {
  const issued = await tokens.issue(person, isProof ? new Date() : null);
  cookies.writeRefreshToken(response, issued);
  cookies.writeBrowser(response, await guard.trust(person.id, placeOf({ cookies }, { request })));
  if (emailRequest !== undefined) cookies.writeEmailRequest(response, emailRequest);
  return issued.accessToken;
};

/** For a sign-in whose second factor was checked. */
export const completeSignIn = async (
  context: Pick<SignInDeps, 'tokens' | 'cookies' | 'guard' | 'people'>,
  signedIn: CompletedSignIn,
  call: Call,
) => {
  await keepLanguage(context, signedIn.person, languageOf(call.request));
  return {
    token: await signInAgain(context, signedIn, call),
    user: userOf(signedIn.person),
    profile: profileOf(signedIn.person),
  };
};

/** Every sign-in by password or emailed link ends here, so none of them can skip the second factor. */
export const answerSignedIn = async (context: SignInDeps, signedIn: CompletedSignIn, call: Call) => {
  await context.passwordPolicy.admit(signedIn.person);
  await context.requireSecondFactor(signedIn, call);
  return completeSignIn(context, signedIn, call);
};
