import type { Database } from '../../db/database.ts';
import type { Person } from '../people/rules/person.ts';
import { lockTokensOf, type RefreshTokens } from '../tokens/refresh-tokens.ts';
import type { IssuedTokens, Tokens } from '../tokens/tokens.ts';

interface NewProviderSession {
  family: string;
  identityId: string;
  sid: string | undefined;
}

export const createProviderSessions = (database: Database) => ({
  /**
   * The session is added before the refresh token, so that a logout at the provider always finds it. After
   * the token is stored, the session must still exist.
   */
  add: async ({ family, identityId, sid }: NewProviderSession): Promise<void> => {
    await database.providerSession.create({ data: { family, identityId, sid: sid ?? null } });
  },
  /** Waits for a logout that is in progress. */
  isCurrent: async (family: string): Promise<boolean> => {
    const rows = await database.$queryRaw<unknown[]>`
      SELECT family FROM provider_sessions WHERE family = ${family}::uuid FOR SHARE`;
    return rows.length > 0;
  },
  /**
   * Whether the sign-in with this refresh token began at a provider after `since`, even if the person authenticated
   * there earlier.
   */
  beganAfter: async (tokenHash: string, since: Date): Promise<boolean> => {
    const rows = await database.$queryRaw<unknown[]>`
      SELECT s.family FROM provider_sessions s JOIN refresh_tokens t ON t.family = s.family
       WHERE t.hash = ${tokenHash} AND s.started_at > ${since}`;
    return rows.length > 0;
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
        select: { family: true, identity: { select: { userId: true } } },
      });
      const owners = new Set(sessions.map(({ identity }) => identity.userId));
      for (const userId of [...owners].toSorted()) await lockTokensOf(transaction, userId);
      const families = { family: { in: sessions.map(({ family }) => family) } };
      // Sessions are removed first: a sign-in that stores its token at this moment then finds its session
      // locked or removed.
      await transaction.providerSession.deleteMany({ where: families });
      await transaction.refreshToken.deleteMany({ where: families });
      return sessions.length;
    }),
});
export type ProviderSessions = ReturnType<typeof createProviderSessions>;

export interface ProviderIssueDeps {
  tokens: Pick<Tokens, 'issue'>;
  providerSessions: Pick<ProviderSessions, 'isCurrent'>;
  refreshTokens: Pick<RefreshTokens, 'removeFamily'>;
}

/**
 * Issues the tokens of a sign-in whose session was added before.
 * @returns undefined if the provider has ended the session in the meantime
 */
export const issueForProvider = async (
  { tokens, providerSessions, refreshTokens }: ProviderIssueDeps,
  person: Person,
  provedAt: Date | null,
  family: string,
): Promise<IssuedTokens | undefined> => {
  const issued = await tokens.issue(person, provedAt, family);
  if (await providerSessions.isCurrent(family)) return issued;
  await refreshTokens.removeFamily({ family, userId: person.id });
  return undefined;
};
