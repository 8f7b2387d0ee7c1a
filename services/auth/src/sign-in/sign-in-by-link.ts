import { createHmac } from 'node:crypto';
import { DomainError } from '@qr-attendance/server';
import type { MailQueue } from '../email/email-queue.ts';
import type { People } from '../people/people.ts';
import type { SignInLinks } from './sign-in-links.ts';
import { emailKeyOf } from '../people/rules/email-key.ts';
import { inviteCodeKeyOf, newSignInCode } from '../admin/rules/invite-code.ts';
import type { Place } from '../guess-limits/rules/place.ts';
import { hashSecret, newSecret } from './rules/secret.ts';
import type { MailRelay } from '../email/email-relay.ts';
import { SIGN_IN_LINK_MINUTES } from '../email/render-email.ts';
import type { GuardPassword } from '../guess-limits/guard-password.ts';
import type { LimitEmails } from '../email/limit-emails.ts';
import { suspended, type SignedIn } from './sign-in.ts';

/** Whether there is such an account is found out when the mail is sent, so the answer and its time tell nothing. */
export const makeAskForSignInLink =
  ({
    limitEmails,
    mailQueue,
    mailRelay,
  }: {
    limitEmails: LimitEmails;
    mailQueue: MailQueue;
    mailRelay: MailRelay;
  }) =>
  /** @returns secret of the browser that asked, for it to keep */
  async (email: string, known: string | undefined, { address }: Place): Promise<string> => {
    const emailKey = emailKeyOf(email);
    const request = known ?? newSecret();
    if (await limitEmails('signIn', emailKey, address)) {
      await mailQueue.add(
        { emailKey },
        { kind: 'password_forgotten', signIn: { request: hashSecret(request) } },
      );
      mailRelay.wake();
    }
    return request;
  };

/** Purpose of the key that codes are hashed with. */
export const SIGN_IN_CODES = 'sign-in codes';

const hashCode = (key: Buffer, request: string, code: string): string =>
  createHmac('sha256', key)
    .update(`${request}\n${inviteCodeKeyOf(code)}`)
    .digest('base64url');

/** Makes the link and the code of one mail. */
export const makeSignInLinkOf =
  ({
    signInLinks,
    codeKey,
    publicOrigins,
  }: {
    signInLinks: Pick<SignInLinks, 'add'>;
    codeKey: Buffer;
    publicOrigins: string[];
  }) =>
  async (userId: string, request: string): Promise<{ link: string; code: string }> => {
    const [token, code] = [newSecret(), newSignInCode()];
    await signInLinks.add({
      hash: hashSecret(token),
      userId,
      request,
      codeHash: hashCode(codeKey, request, code),
      expiresAt: new Date(Date.now() + SIGN_IN_LINK_MINUTES * 60_000),
    });
    return { link: `${publicOrigins[0] ?? ''}/sign-in-link#${token}`, code };
  };

const worthless = () =>
  new DomainError(
    'invalid',
    'sign_in_link_invalid',
    'This link or code is wrong, used or too old. Please ask for a new one.',
  );

/** Whoever has the mail is trusted where they are, whatever strangers tried meanwhile. */
export const makeSignInByLink =
  ({
    signInLinks,
    codeKey,
    people,
    guard,
  }: {
    signInLinks: SignInLinks;
    codeKey: Buffer;
    people: People;
    guard: GuardPassword;
  }) =>
  async (
    proof: { token: string } | { code: string },
    /** Secret of the browser, if it asked for a link. */
    request: string | undefined,
    place: Place,
  ): Promise<SignedIn> => {
    const take = (): Promise<string | undefined> => {
      if ('token' in proof) return signInLinks.takeByToken(hashSecret(proof.token), new Date());
      if (request === undefined) return Promise.resolve(undefined);
      const hash = hashSecret(request);
      return signInLinks.takeByCode(hash, hashCode(codeKey, hash, proof.code), new Date());
    };
    const personId = await take();
    const person = personId === undefined ? undefined : await people.findById(personId);
    if (!person || person.erased) throw worthless();
    if (person.suspension) throw suspended();
    return { person, browser: await guard.trust(person.id, place) };
  };
