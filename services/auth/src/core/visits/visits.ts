import { QUEUE_PLACE_HEADER } from '@qr-attendance/contracts';
import { addressKeyOf, clientAddressOf, disconnectSignalOf } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { PasswordPolicy } from '../password-checks/password-policy.ts';
import type { People } from '../people/people.ts';
import { type MailLanguage, readLanguage } from '../people/rules/language.ts';
import { type Person, profileOf, userOf } from '../people/rules/person.ts';
import type { Visit } from '../sign-in-limits/rules/place.ts';
import type { Cookies } from '../tokens/cookies.ts';
import type { Tokens } from '../tokens/tokens.ts';

export interface CompletedSignIn {
  person: Person;
  /** Secret that the browser stores and that identifies it as one of this person's browsers. */
  browser: string;
  byPassword: boolean;
  emailRequest?: string;
}

export interface VisitDeps {
  cookies: Cookies;
}
export interface SignInDeps extends VisitDeps {
  tokens: Tokens;
  people: Pick<People, 'keepLanguage'>;
  passwordPolicy: PasswordPolicy;
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

export const signInPerson = async (
  { tokens, cookies }: Pick<SignInDeps, 'tokens' | 'cookies'>,
  { person, browser, byPassword, emailRequest }: CompletedSignIn,
  response: Response,
): Promise<string> => {
  const issued = await tokens.issue(person, byPassword ? new Date() : null);
  cookies.writeRefreshToken(response, issued);
  cookies.writeBrowser(response, browser);
  if (emailRequest !== undefined) cookies.writeEmailRequest(response, emailRequest);
  return issued.accessToken;
};

export const answerSignedIn = async (
  context: SignInDeps,
  signedIn: CompletedSignIn,
  { request, response }: { request: Request; response: Response },
) => {
  await context.passwordPolicy.admit(signedIn.person);
  await keepLanguage(context, signedIn.person, languageOf(request));
  return {
    token: await signInPerson(context, signedIn, response),
    user: userOf(signedIn.person),
    profile: profileOf(signedIn.person),
  };
};
