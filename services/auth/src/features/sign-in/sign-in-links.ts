import { createHmac, type KeyObject } from 'node:crypto';
import { hashSecret, newSecret } from '@qr-attendance/server';
import { SIGN_IN_LINK_MINUTES } from '../../core/email/rules/email.ts';
import { codeKeyOf, newSignInCode } from '../../core/tokens/rules/secret.ts';
import type { Database, Transaction } from '../../db/database.ts';

const MAX_TRIES = 5;

interface NewSignInLink {
  hash: string;
  userId: string;
  request: string;
  codeHash: string;
  expiresAt: Date;
}

export interface UsedLink {
  userId: string;
  signOuts: number;
}

const useUp = async (transaction: Transaction, userId: string): Promise<UsedLink> => {
  await transaction.signInLink.deleteMany({ where: { userId } });
  const { signOuts } = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { signOuts: true },
  });
  return { userId, signOuts };
};

export const createSignInLinks = (database: Database) => ({
  add: async (link: NewSignInLink): Promise<void> => {
    await database.signInLink.create({ data: link });
  },
  takeByToken: (hash: string, now: Date): Promise<UsedLink | undefined> =>
    database.$transaction(async (transaction) => {
      const [taken] = await transaction.$queryRaw<{ user_id: string }[]>`
        DELETE FROM sign_in_links WHERE hash = ${hash} AND expires_at > ${now} RETURNING user_id`;
      return taken && useUp(transaction, taken.user_id);
    }),
  takeByCode: (request: string, codeHash: string, now: Date): Promise<UsedLink | undefined> =>
    database.$transaction(async (transaction) => {
      const tried = await transaction.$queryRaw<{ user_id: string; code_hash: string }[]>`
        UPDATE sign_in_links SET tries = tries + 1
         WHERE request = ${request} AND expires_at > ${now} AND tries < ${MAX_TRIES}
        RETURNING user_id, code_hash`;
      const matching = tried.find(({ code_hash }) => code_hash === codeHash);
      return matching && useUp(transaction, matching.user_id);
    }),
});
export type SignInLinks = ReturnType<typeof createSignInLinks>;

export const SIGN_IN_CODES = 'sign-in codes';

export const hashCode = (key: KeyObject, request: string, code: string): string =>
  createHmac('sha256', key)
    .update(`${request}\n${codeKeyOf(code)}`)
    .digest('base64url');

interface MakingLinks {
  signInLinks: SignInLinks;
  codeKey: KeyObject;
  publicOrigins: string[];
  clock: () => Date;
}

export const createSignInLink = async (
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
