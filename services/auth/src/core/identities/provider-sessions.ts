import type { Database } from '../../db/database.ts';
import { removeFamilyOf } from '../tokens/refresh-tokens.ts';

interface NewProviderSession {
  family: string;
  identityId: string;
  sid: string | undefined;
}

export const createProviderSessions = (database: Database) => ({
  /** Added before the refresh token, so a logout at the provider finds it from the first moment. */
  add: async ({ family, identityId, sid }: NewProviderSession): Promise<void> => {
    await database.providerSession.create({ data: { family, identityId, sid: sid ?? null } });
  },
  /** The provider at which a sign-in began. */
  findProviderOf: async ({ family }: Pick<NewProviderSession, 'family'>): Promise<string | undefined> => {
    const session = await database.providerSession.findUnique({
      where: { family },
      include: { identity: { select: { providerId: true } } },
    });
    return session?.identity.providerId;
  },
  /**
   * Ends the sign-ins of a session at the provider, or all sign-ins of a subject if the provider names no session.
   * Access tokens cannot be renewed after that, so they end within their lifetime.
   * @returns how many sign-ins ended
   */
  end: (
    providerId: string,
    { issuer, subject, sid }: { issuer: string; subject: string | undefined; sid: string | undefined },
  ): Promise<number> =>
    database.$transaction(async (transaction) => {
      const sessions = await transaction.providerSession.findMany({
        where: {
          ...(sid !== undefined && { sid }),
          identity: { providerId, issuer, ...(subject !== undefined && { subject }) },
        },
        select: { family: true },
      });
      const families = sessions.map(({ family }) => family);
      const tokens = await transaction.refreshToken.findMany({
        where: { family: { in: families } },
        distinct: ['family'],
        orderBy: { userId: 'asc' },
      });
      for (const token of tokens) await removeFamilyOf(transaction, token);
      await transaction.providerSession.deleteMany({ where: { family: { in: families } } });
      return sessions.length;
    }),
});
export type ProviderSessions = ReturnType<typeof createProviderSessions>;
