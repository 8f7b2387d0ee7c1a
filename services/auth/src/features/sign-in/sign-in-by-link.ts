import type { KeyObject } from 'node:crypto';
import { hashSecret, invalid, newSecret } from '@qr-attendance/server';
import { askForLink, type LinkRequestDeps } from '../../core/email/ask-for-link.ts';
import type { People } from '../../core/people/people.ts';
import { refuseBlocked } from '../../core/people/rules/person.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import { readLinkSecret } from '../../core/tokens/rules/secret.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';
import { type SignInLinks, type UsedLink, hashCode } from './sign-in-links.ts';

/** The answer and its time do not reveal whether an account exists. */
export const askForSignInLink = async (
  context: LinkRequestDeps,
  email: string,
  known: string | undefined,
  visit: Visit,
): Promise<string> => {
  const request = known ?? newSecret();
  await askForLink(context, 'signIn', email, visit, {
    kind: 'password_forgotten',
    language: visit.language,
    signIn: { request: hashSecret(request) },
  });
  return request;
};

const signInLinkError = () =>
  invalid('sign_in_link_invalid', 'This link or code is wrong, already used or expired. Request a new one.');

export interface LinkSignInDeps {
  signInLinks: SignInLinks;
  codeKey: KeyObject;
  people: People;
  clock: () => Date;
}

export const signInByLink = async (
  { signInLinks, codeKey, people, clock }: LinkSignInDeps,
  proof: { token: string } | { code: string },
  request: string | undefined,
): Promise<CompletedSignIn> => {
  const take = (): Promise<UsedLink | undefined> => {
    if ('token' in proof) return signInLinks.takeByToken(hashSecret(readLinkSecret(proof.token)), clock());
    if (request === undefined) return Promise.resolve(undefined);
    const hash = hashSecret(request);
    return signInLinks.takeByCode(hash, hashCode(codeKey, hash, proof.code), clock());
  };
  const used = await take();
  const person = used && (await people.findById(used.userId));
  if (!person || person.erased) throw signInLinkError();
  refuseBlocked(person);
  // Signing out everywhere also invalidates this sign-in.
  return { person: { ...person, signOuts: used.signOuts }, isProof: false };
};
