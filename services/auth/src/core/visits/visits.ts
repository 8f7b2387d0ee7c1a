import { QUEUE_PLACE_HEADER } from '@qr-attendance/contracts';
import { addressKeyOf, clientAddressOf, disconnectSignalOf } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import { issueForProvider, type ProviderIssueDeps } from '../identities/provider-sessions.ts';
import type { PasswordPolicy } from '../password-checks/password-policy.ts';
import type { People } from '../people/people.ts';
import { type MailLanguage, readLanguage } from '../people/rules/language.ts';
import { type Person, profileOf, signedOutError, userOf } from '../people/rules/person.ts';
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
  /** The sign-in of an identity provider that lacked the second factor. */
  family?: string | null;
}

export interface VisitDeps {
  cookies: Cookies;
}
export interface SignInDeps extends VisitDeps, Omit<ProviderIssueDeps, 'tokens'> {
  tokens: Tokens;
  people: Pick<People, 'keepLanguage'>;
  guard: GuardPassword;
  passwordPolicy: PasswordPolicy;
  requireSecondFactor: RequireSecondFactor;
}

type IssueDeps = Pick<SignInDeps, 'tokens' | 'cookies' | 'guard' | 'providerSessions' | 'refreshTokens'>;

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
  context: IssueDeps,
  { person, isProof, emailRequest, family }: CompletedSignIn,
  { request, response }: Call,
): Promise<string> => {
  const { tokens, cookies, guard } = context;
  const provedAt = isProof ? new Date() : null;
  const issued = family
    ? await issueForProvider(context, person, provedAt, family)
    : await tokens.issue(person, provedAt);
  if (!issued) throw signedOutError();
  cookies.writeRefreshToken(response, issued);
  cookies.writeBrowser(response, await guard.trust(person.id, placeOf({ cookies }, { request })));
  if (emailRequest !== undefined) cookies.writeEmailRequest(response, emailRequest);
  return issued.accessToken;
};

/** For a sign-in whose second factor was checked. */
export const completeSignIn = async (
  context: IssueDeps & Pick<SignInDeps, 'people'>,
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

/**
 * Every sign-in by password or emailed link ends here, so none of them can skip the second factor. Sign-ins at identity
 * providers end in their callback.
 */
export const answerSignedIn = async (context: SignInDeps, signedIn: CompletedSignIn, call: Call) => {
  await context.passwordPolicy.admit(signedIn.person);
  await context.requireSecondFactor(signedIn, call);
  return completeSignIn(context, signedIn, call);
};
