import { createBatcher } from '@qr-attendance/server';
import { type Database, MIN_STATEMENT_INTERVAL_MS, type Transaction } from '../../db/database.ts';
import { judgeRefreshToken, type StoredRefreshToken } from './rules/refresh-token.ts';
import { type SignInDays, signInEndOf } from './rules/sign-in-end.ts';

type NewFamily = NewRefreshToken &
  Pick<StoredRefreshToken, 'family' | 'userId' | 'provedAt' | 'signedInAt'> & { signOuts: number };
export type NewRefreshToken = Pick<StoredRefreshToken, 'hash' | 'expiresAt' | 'browser'>;

export type TokenFamily = Pick<StoredRefreshToken, 'family' | 'userId'>;

/** Serializes changes of a person's tokens, so that none is exchanged while all are removed. */
export const lockTokensOf = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('refresh/' || ${userId}, 0))`;
};

export const removeFamilyOf = async (
  transaction: Transaction,
  { family, userId }: TokenFamily,
): Promise<void> => {
  await lockTokensOf(transaction, userId);
  await transaction.refreshToken.deleteMany({ where: { family } });
};

/** @returns whether the kept sign-in exists */
export const removeOtherFamiliesOf = async (
  transaction: Transaction,
  userId: string,
  hash: string,
): Promise<boolean> => {
  await lockTokensOf(transaction, userId);
  const kept = await transaction.refreshToken.findFirst({ where: { hash, userId } });
  if (!kept) return false;
  await transaction.refreshToken.deleteMany({ where: { userId, family: { not: kept.family } } });
  return true;
};

export const removeRefreshTokensOf = async (transaction: Transaction, userId: string): Promise<void> => {
  await lockTokensOf(transaction, userId);
  await transaction.refreshToken.deleteMany({ where: { userId } });
};

type Rotation =
  | { userId: string; signOuts: number; expiresAt: Date; provedAt: Date | null; signedInAt: Date }
  /** Two parties have a token of this family, so one of them stole it. */
  | { reused: TokenFamily };

const relativesOf = async (transaction: Transaction, { hash, parent }: StoredRefreshToken) => {
  const children = await transaction.refreshToken.findMany({ where: { parent: hash } });
  const siblings =
    parent === null
      ? []
      : await transaction.refreshToken.findMany({ where: { parent, hash: { not: hash } } });
  return { children, siblings };
};

const MAX_CONCURRENT = 64;

export const createRefreshTokens = (database: Database, signInDays: SignInDays) => {
  const add = createBatcher<NewFamily, boolean>(
    async (tokens) => {
      // Waits for a concurrent sign-out everywhere.
      const added = await database.$queryRaw<{ hash: string }[]>`
        INSERT INTO refresh_tokens (hash, family, user_id, expires_at, browser, proved_at, signed_in_at)
        SELECT t.hash, t.family, t.user_id, t.expires_at, t.browser, nullif(t.proved_at, '')::timestamptz,
               t.signed_in_at
          FROM unnest(${tokens.map(({ hash }) => hash)}::text[], ${tokens.map(({ family }) => family)}::uuid[],
                      ${tokens.map(({ userId }) => userId)}::uuid[],
                      ${tokens.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[],
                      ${tokens.map(({ browser }) => browser)}::text[],
                      ${tokens.map(({ signOuts }) => signOuts)}::integer[],
                      ${tokens.map(({ provedAt }) => provedAt?.toISOString() ?? '')}::text[],
                      ${tokens.map(({ signedInAt }) => signedInAt.toISOString())}::timestamptz[])
               AS t (hash, family, user_id, expires_at, browser, sign_outs, proved_at, signed_in_at)
          JOIN users u ON u.id = t.user_id AND u.sign_outs = t.sign_outs AND u.erased_at IS NULL
           FOR SHARE OF u
        RETURNING hash`;
      const hashes = new Set(added.map(({ hash }) => hash));
      return tokens.map(({ hash }) => hashes.has(hash));
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  );
  const changeFamily = (
    where: { hash: string; userId: string },
    data: Partial<Pick<StoredRefreshToken, 'provedAt' | 'signedInAt'>>,
  ): Promise<boolean> =>
    database.$transaction(async (transaction) => {
      await lockTokensOf(transaction, where.userId);
      const found = await transaction.refreshToken.findFirst({ where });
      if (!found) return false;
      await transaction.refreshToken.updateMany({ where: { family: found.family }, data });
      return true;
    });
  return {
    find: (hash: string): Promise<StoredRefreshToken | null> =>
      database.refreshToken.findUnique({ where: { hash } }),
    add: (token: NewFamily): Promise<boolean> => add(token),
    /**
     * Exchanges a token for its successor, which is the same for concurrent exchanges. A reused token has no
     * effect here: see `revokeReused` of the accounts.
     */
    rotate: (
      hash: string,
      browser: string,
      next: NewRefreshToken,
      now: Date,
    ): Promise<Rotation | undefined> =>
      database.$transaction(async (transaction) => {
        const storedToken = await transaction.refreshToken.findUnique({ where: { hash } });
        if (!storedToken) return undefined;
        await lockTokensOf(transaction, storedToken.userId);
        const token = await transaction.refreshToken.findUnique({
          where: { hash },
          include: { user: { select: { signOuts: true, userType: true } } },
        });
        if (!token) return undefined;
        const { family, userId, provedAt, signedInAt } = token;
        const { signOuts, userType } = token.user;
        const relatives = await relativesOf(transaction, token);
        const signInEnd = signInEndOf(signInDays, { userType, signedInAt });
        const verdict = judgeRefreshToken(token, relatives, browser, { now, signInEnd });
        if (verdict === 'reused') return { reused: { family, userId } };
        if (verdict !== 'good') return undefined;
        if (!token.rotatedAt)
          await transaction.refreshToken.update({ where: { hash }, data: { rotatedAt: now } });
        const given = relatives.children.find((child) => child.hash === next.hash);
        const common = { userId, signOuts, provedAt, signedInAt };
        if (given) return { ...common, expiresAt: given.expiresAt };
        await transaction.refreshToken.create({
          data: { ...next, family, userId, provedAt, signedInAt, parent: hash },
        });
        return { ...common, expiresAt: next.expiresAt };
      }),
    /** Stores the proof for the whole sign-in. */
    prove: (hash: string, userId: string, provedAt: Date): Promise<boolean> =>
      changeFamily({ hash, userId }, { provedAt }),
    /** The lifetime of the sign-in starts again. */
    extend: (hash: string, userId: string, signedInAt: Date): Promise<boolean> =>
      changeFamily({ hash, userId }, { signedInAt }),
    /**
     * The client uses the access token issued together with this refresh token, so it will not exchange the
     * predecessor again.
     */
    markUsed: async (hash: string, now: Date): Promise<void> => {
      await database.refreshToken.updateMany({ where: { hash, usedAt: null }, data: { usedAt: now } });
    },
    removeFamily: (family: TokenFamily): Promise<void> =>
      database.$transaction((transaction) => removeFamilyOf(transaction, family)),
    removeAllOf: (userId: string): Promise<void> =>
      database.$transaction((transaction) => removeRefreshTokensOf(transaction, userId)),
  };
};
export type RefreshTokens = ReturnType<typeof createRefreshTokens>;
