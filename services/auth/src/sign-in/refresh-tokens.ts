import { createBatcher, deleteInBatches } from '@qr-attendance/server';
import { type Database, STATEMENTS_APART_MS, type Transaction } from '../db/database.ts';
import { judgeRefreshToken, type StoredRefreshToken } from './rules/refresh-token.ts';

type NewFamily = NewRefreshToken & Pick<StoredRefreshToken, 'family' | 'userId'>;
export type NewRefreshToken = Pick<StoredRefreshToken, 'hash' | 'expiresAt' | 'browser'>;

/** A person's tokens change one after the other: none is exchanged for a new one while all are removed. */
const lockTokensOf = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('refresh/' || ${userId}, 0))`;
};

/** No sign-in of a person is renewed any more. Access tokens are another matter: see `endSignIns`. */
export const removeRefreshTokensOf = async (transaction: Transaction, userId: string): Promise<void> => {
  await lockTokensOf(transaction, userId);
  await transaction.refreshToken.deleteMany({ where: { userId } });
};

const relativesOf = async (transaction: Transaction, { hash, parent }: StoredRefreshToken) => {
  const children = await transaction.refreshToken.findMany({ where: { parent: hash } });
  const siblings =
    parent === null
      ? []
      : await transaction.refreshToken.findMany({ where: { parent, hash: { not: hash } } });
  return { children, siblings };
};

/** In a crowd, one statement serves so many sign-ins. */
const MOST_AT_ONCE = 64;

export const makeRefreshTokens = (database: Database) => {
  const add = createBatcher<NewFamily, true>(
    async (tokens) => {
      await database.refreshToken.createMany({ data: [...tokens] });
      return tokens.map(() => true);
    },
    MOST_AT_ONCE,
    STATEMENTS_APART_MS,
  );
  return {
    find: (hash: string): Promise<StoredRefreshToken | null> =>
      database.refreshToken.findUnique({ where: { hash } }),
    /** The first of a family. */
    add: async (token: NewFamily): Promise<void> => {
      await add(token);
    },
    /**
     * Exchanges a token for the next one, which is the same for all who come with it meanwhile; one that was stolen
     * takes its family along.
     * @param browser secret that came with the token
     * @returns whose it is, and until when the next one is valid; undefined when the token is worthless
     */
    rotate: (
      hash: string,
      browser: string | undefined,
      next: NewRefreshToken,
      now: Date,
    ): Promise<{ userId: string; expiresAt: Date } | undefined> =>
      database.$transaction(async (transaction) => {
        const found = await transaction.refreshToken.findUnique({ where: { hash } });
        if (!found) return undefined;
        await lockTokensOf(transaction, found.userId);
        const token = await transaction.refreshToken.findUnique({ where: { hash } });
        if (!token) return undefined;
        const { family, userId } = token;
        const relatives = await relativesOf(transaction, token);
        const verdict = judgeRefreshToken(token, relatives, browser, now);
        if (verdict === 'reused') await transaction.refreshToken.deleteMany({ where: { family } });
        if (verdict !== 'good') return undefined;
        if (!token.rotatedAt)
          await transaction.refreshToken.update({ where: { hash }, data: { rotatedAt: now } });
        const given = relatives.children.find((child) => child.hash === next.hash);
        if (given) return { userId, expiresAt: given.expiresAt };
        await transaction.refreshToken.create({ data: { ...next, family, userId, parent: hash } });
        return { userId, expiresAt: next.expiresAt };
      }),
    /** The access token that was issued with it is in use: what it was exchanged for is not asked for again. */
    markUsed: async (hash: string, now: Date): Promise<void> => {
      await database.refreshToken.updateMany({ where: { hash, usedAt: null }, data: { usedAt: now } });
    },
    removeFamily: async (family: string): Promise<void> => {
      await database.refreshToken.deleteMany({ where: { family } });
    },
    removeAllOf: (userId: string): Promise<void> =>
      database.$transaction((transaction) => removeRefreshTokensOf(transaction, userId)),
    removeExpired: (now: Date): Promise<void> =>
      deleteInBatches(
        (limit) => database.$executeRaw`
        DELETE FROM refresh_tokens WHERE hash = ANY(ARRAY(
          SELECT hash FROM refresh_tokens WHERE expires_at < ${now} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
      ),
  };
};
export type RefreshTokens = ReturnType<typeof makeRefreshTokens>;
