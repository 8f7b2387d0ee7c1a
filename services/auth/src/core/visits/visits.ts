import { QUEUE_PLACE_HEADER } from '@qr-attendance/contracts';
import { addressKeyOf, clientAddressOf, disconnectSignalOf } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { PasswordPolicy } from '../password-checks/password-policy.ts';
import type { People } from '../people/people.ts';
import { type MailLanguage, readLanguage } from '../people/rules/language.ts';
import { type Person, profileOf, userOf } from '../people/rules/person.ts';
import type { RequireSecondFactor } from '../second-factor/sign-in-factor.ts';
import type { Visit } from '../sign-in-limits/rules/place.ts';
import type { Cookies } from '../tokens/cookies.ts';
import type { Tokens } from '../tokens/tokens.ts';

export interface CompletedSignIn {
  person: Person;
  /** Secret that the browser stores and that identifies it as one of this person's browsers. */
  browser: string;
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

export const visitOf = (
  { cookies }: VisitDeps,
  { request, response }: { request: Request; response: Response },
): Visit => ({
  address: addressKeyOf(clientAddressOf(request)),
  browser: cookies.readBrowser(request),
  language: languageOf(request),
  queuePlace: request.get(QUEUE_PLACE_HEADER),
  signal: disconnectSignalOf(response),
});

/** For a person who is signed in already; new sign-ins end in `answerSignedIn`. */
export const signInAgain = async (
  { tokens, cookies }: Pick<SignInDeps, 'tokens' | 'cookies'>,
  { person, browser, isProof, emailRequest }: CompletedSignIn,
  response: Response,
): Promise<string> => {
  const issued = await tokens.issue(person, isProof ? new Date() : null);
  cookies.writeRefreshToken(response, issued);
  cookies.writeBrowser(response, browser);
  if (emailRequest !== undefined) cookies.writeEmailRequest(response, emailRequest);
  return issued.accessToken;
};

/** For a sign-in whose second factor was checked. */
export const completeSignIn = async (
  context: Omit<SignInDeps, 'requireSecondFactor'>,
  signedIn: CompletedSignIn,
  { request, response }: { request: Request; response: Response },
) => {
  await context.passwordPolicy.admit(signedIn.person);
  await keepLanguage(context, signedIn.person, languageOf(request));
  return {
    token: await signInAgain(context, signedIn, response),
    user: userOf(signedIn.person),
    profile: profileOf(signedIn.person),
  };
};

/** Every sign-in by password or emailed link ends here, so none of them can skip the second factor. */
export const answerSignedIn = async (
  context: SignInDeps,
  signedIn: CompletedSignIn,
  call: { request: Request; response: Response },
) => {
  context.passwordPolicy.refuseUnlessAllowed(signedIn.person);
  await context.requireSecondFactor(signedIn, call);
  return completeSignIn(context, signedIn, call);
};
