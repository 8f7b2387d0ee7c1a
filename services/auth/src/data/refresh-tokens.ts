import { untilNoneLeft } from '@qr-attendance/service-kit';
import type { StoredRefreshToken } from '../domain/refresh-token.ts';
import type { Database } from './database.ts';

export const makeRefreshTokens = (database: Database) => ({
  find: (hash: string): Promise<StoredRefreshToken | null> =>
    database.refreshToken.findUnique({ where: { hash } }),
  add: async (token: Omit<StoredRefreshToken, 'rotatedAt'>): Promise<void> => {
    await database.refreshToken.create({ data: token });
  },
  /** Keeps the first moment of rotation, which the reuse check counts from. */
  markRotated: async (hash: string, rotatedAt: Date): Promise<void> => {
    await database.refreshToken.updateMany({ where: { hash, rotatedAt: null }, data: { rotatedAt } });
  },
  removeFamily: async (family: string): Promise<void> => {
    await database.refreshToken.deleteMany({ where: { family } });
  },
  removeExpired: (now: Date): Promise<void> =>
    untilNoneLeft(
      (limit) => database.$executeRaw`
        DELETE FROM refresh_tokens WHERE hash = ANY(ARRAY(
          SELECT hash FROM refresh_tokens WHERE expires_at < ${now} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    ),
});
export type RefreshTokens = ReturnType<typeof makeRefreshTokens>;
