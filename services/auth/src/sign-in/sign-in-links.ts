import { deleteInBatches } from '@qr-attendance/server';
import type { Database, Transaction } from '../db/database.ts';

/** Wrong codes that a link bears. */
const MOST_TRIES = 5;

export interface NewSignInLink {
  hash: string;
  userId: string;
  request: string;
  codeHash: string;
  expiresAt: Date;
}

/** Of one person none is valid any more once one was used. */
const useUp = async (transaction: Transaction, userId: string): Promise<string> => {
  await transaction.signInLink.deleteMany({ where: { userId } });
  return userId;
};

export const makeSignInLinks = (database: Database) => ({
  add: async (link: NewSignInLink): Promise<void> => {
    await database.signInLink.create({ data: link });
  },
  /** @returns whose it was; undefined when it is not valid */
  takeByToken: (hash: string, now: Date): Promise<string | undefined> =>
    database.$transaction(async (transaction) => {
      const [taken] = await transaction.$queryRaw<{ user_id: string }[]>`
        DELETE FROM sign_in_links WHERE hash = ${hash} AND expires_at > ${now} RETURNING user_id`;
      return taken && useUp(transaction, taken.user_id);
    }),
  /** Counts the try for each link that the browser asked for. */
  takeByCode: (request: string, codeHash: string, now: Date): Promise<string | undefined> =>
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
