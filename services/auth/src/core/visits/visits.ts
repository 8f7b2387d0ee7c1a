import { QUEUE_PLACE_HEADER } from '@qr-attendance/contracts';
import { addressKeyOf, clientAddressOf, DomainError, leftSignalOf } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { Context } from '../../context.ts';
import type { Visit } from '../places/rules/place.ts';
import { type MailLanguage, readLanguage } from '../people/rules/language.ts';
import type { Person } from '../people/rules/person.ts';
import type { SignedIn } from '../../features/sign-in/sign-in.ts';

export const languageOf = (request: Request): MailLanguage | undefined =>
  readLanguage(request.acceptsLanguages());

export const keepLanguage = async (
  { people }: Pick<Context, 'people'>,
  { id, language: before }: Person,
  language: MailLanguage | undefined,
): Promise<void> => {
  if (language !== undefined && language !== before) await people.keepLanguage(id, language);
};

export const withVisit = async <T>(
  { cookies }: Pick<Context, 'cookies'>,
  { request, response }: { request: Request; response: Response },
  work: (visit: Visit) => Promise<T>,
): Promise<T> => {
  try {
    return await work({
      address: addressKeyOf(clientAddressOf(request)),
      browser: cookies.readBrowser(request),
      language: languageOf(request),
      queuePlace: request.get(QUEUE_PLACE_HEADER),
      signal: leftSignalOf(response),
    });
  } catch (error) {
    const seconds = error instanceof DomainError ? error.details?.['retryAfterSeconds'] : undefined;
    if (typeof seconds === 'number') response.setHeader('Retry-After', String(seconds));
    throw error;
  }
};

/** Sets the cookies of a new sign-in. */
export const signInPerson = async (
  { tokens, cookies }: Pick<Context, 'tokens' | 'cookies'>,
  { person, browser, byPassword, emailRequest }: SignedIn,
  response: Response,
): Promise<string> => {
  const issued = await tokens.issue(person, byPassword ? new Date() : null);
  cookies.writeRefreshToken(response, issued);
  cookies.writeBrowser(response, browser);
  if (emailRequest !== undefined) cookies.writeEmailRequest(response, emailRequest);
  return issued.accessToken;
};
