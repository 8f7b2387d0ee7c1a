import { createHmac, type KeyObject } from 'node:crypto';
import { deleteInBatches, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Database, Transaction } from '../db/database.ts';
import { askForLink } from '../email/ask-for-link.ts';
import { SIGN_IN_LINK_MINUTES } from '../email/rules/email.ts';
import type { Place, Visit } from '../guess-limits/rules/place.ts';
import { hashSecret, inviteCodeKeyOf, newSecret, newSignInCode } from './rules/secret.ts';
import { type SignedIn, suspended } from './sign-in.ts';

/** Wrong codes that a link bears. */
const MOST_TRIES = 5;

interface NewSignInLink {
  hash: string;
  userId: string;
  request: string;
  codeHash: string;
  expiresAt: Date;
}

interface UsedLink {
  userId: string;
  /** How often the person had signed out everywhere at that moment. */
  signOuts: number;
}

/** Of one person none is valid any more once one was used. */
const useUp = async (transaction: Transaction, userId: string): Promise<UsedLink> => {
  await transaction.signInLink.deleteMany({ where: { userId } });
  const { signOuts } = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { signOuts: true },
  });
  return { userId, signOuts };
};

export const makeSignInLinks = (database: Database) => ({
  add: async (link: NewSignInLink): Promise<void> => {
    await database.signInLink.create({ data: link });
  },
  /** @returns whose it was; undefined when it is not valid */
  takeByToken: (hash: string, now: Date): Promise<UsedLink | undefined> =>
    database.$transaction(async (transaction) => {
      const [taken] = await transaction.$queryRaw<{ user_id: string }[]>`
        DELETE FROM sign_in_links WHERE hash = ${hash} AND expires_at > ${now} RETURNING user_id`;
      return taken && useUp(transaction, taken.user_id);
    }),
  /** Counts the try for each link that the browser asked for. */
  takeByCode: (request: string, codeHash: string, now: Date): Promise<UsedLink | undefined> =>
    database.$transaction(async (transaction) => {
      const tried = await transaction.$queryRaw<{ user_id: string; code_hash: string }[]>`
        UPDATE sign_in_links SET tries = tries + 1
         WHERE request = ${request} AND expires_at > ${now} AND tries < ${MOST_TRIES}
        RETURNING user_id, code_hash`;
      const matching = tried.find(({ code_hash }) => code_hash === codeHash);
      return matching && useUp(transaction, matching.user_id);
    }),
  removeExpired: (now: Date): Promise<void> =>
    deleteInBatches(
      (limit) => database.$executeRaw`
        DELETE FROM sign_in_links WHERE hash = ANY(ARRAY(
          SELECT hash FROM sign_in_links WHERE expires_at < ${now} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    ),
});
export type SignInLinks = ReturnType<typeof makeSignInLinks>;

/**
 * The answer and its time do not tell whether there is such an account.
 * @param known secret of the browser, if it asked before
 * @returns secret of the browser that asked, for it to keep
 */
export const askForSignInLink = async (
  context: Parameters<typeof askForLink>[0],
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

/** Purpose of the key that codes are hashed with. */
export const SIGN_IN_CODES = 'sign-in codes';

const hashCode = (key: KeyObject, request: string, code: string): string =>
  createHmac('sha256', key)
    .update(`${request}\n${inviteCodeKeyOf(code)}`)
    .digest('base64url');

interface MakingLinks {
  signInLinks: SignInLinks;
  codeKey: KeyObject;
  publicOrigins: string[];
  clock: () => Date;
}

/** Makes the link and the code of one mail. */
export const makeSignInLink = async (
  { signInLinks, codeKey, publicOrigins, clock }: MakingLinks,
  userId: string,
  request: string,
): Promise<{ link: string; code: string }> => {
  const [token, code] = [newSecret(), newSignInCode()];
  await signInLinks.add({
    hash: hashSecret(token),
    userId,
    request,
    codeHash: hashCode(codeKey, request, code),
    expiresAt: new Date(clock().getTime() + SIGN_IN_LINK_MINUTES * 60_000),
  });
  return { link: `${publicOrigins[0] ?? ''}/sign-in-link#${token}`, code };
};

const worthless = () =>
  new DomainError(
    'invalid',
    'sign_in_link_invalid',
    'This link or code is wrong, already used or expired. Request a new one.',
  );

type Redeeming = Pick<Context, 'signInLinks' | 'codeKey' | 'people' | 'guard' | 'clock'>;

/**
 * Whoever has the mail is trusted where they are, whatever strangers tried meanwhile.
 * @param request secret of the browser, if it asked for a link
 */
export const signInByLink = async (
  { signInLinks, codeKey, people, guard, clock }: Redeeming,
  proof: { token: string } | { code: string },
  request: string | undefined,
  place: Place,
): Promise<SignedIn> => {
  const take = (): Promise<UsedLink | undefined> => {
    if ('token' in proof) return signInLinks.takeByToken(hashSecret(proof.token), clock());
    if (request === undefined) return Promise.resolve(undefined);
    const hash = hashSecret(request);
    return signInLinks.takeByCode(hash, hashCode(codeKey, hash, proof.code), clock());
  };
  const used = await take();
  const person = used && (await people.findById(used.userId));
  if (!person || person.erased) throw worthless();
  if (person.suspension) throw suspended();
  // Who signed out everywhere since has meant this sign-in, too.
  return {
    person: { ...person, signOuts: used.signOuts },
    browser: await guard.trust(person.id, place),
    byPassword: false,
  };
};
