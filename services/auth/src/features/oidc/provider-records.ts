import type { MappingPreview, ProviderFailure, ProviderSignInError } from '@qr-attendance/contracts';
import type { Database } from '../../db/database.ts';
import type { Prisma } from '../../db/generated/client.ts';
import type { ProviderError } from './rules/classify-error.ts';

const TEST_MS = 10 * 60_000;
const MAX_FAILURES = 50;

/** Results of test sign-ins, visible only to the administrator who started the test. */
export const createProviderTests = (database: Database) => ({
  add: async (providerId: string, userId: string, result: MappingPreview): Promise<string> => {
    const expiresAt = new Date(Date.now() + TEST_MS);
    const json = result as unknown as Prisma.InputJsonValue;
    const { id } = await database.providerTest.create({
      data: { providerId, userId, result: json, expiresAt },
    });
    return id;
  },
  find: async (providerId: string, userId: string, id: string): Promise<MappingPreview | undefined> => {
    const row = await database.providerTest.findFirst({
      where: { id, providerId, userId, expiresAt: { gt: new Date() } },
    });
    return row ? (row.result as unknown as MappingPreview) : undefined;
  },
});
export type ProviderTests = ReturnType<typeof createProviderTests>;

export const createProviderFailures = (database: Database) => ({
  /** Stores equal failures at most once a minute, so that an unavailable provider does not fill the table. */
  add: async (providerId: string, error: ProviderSignInError, detail: string | undefined): Promise<void> => {
    const text = detail?.slice(0, 200) ?? null;
    await database.$executeRaw`
      INSERT INTO provider_failures (id, provider_id, error, detail)
      SELECT gen_random_uuid(), ${providerId}, ${error}, ${text}
       WHERE NOT EXISTS (
         SELECT FROM provider_failures
          WHERE provider_id = ${providerId} AND error = ${error} AND detail IS NOT DISTINCT FROM ${text}
            AND failed_at > now() - interval '1 minute')`;
  },
  list: async (providerId: string): Promise<ProviderFailure[]> => {
    const rows = await database.providerFailure.findMany({
      where: { providerId },
      orderBy: [{ failedAt: 'desc' }, { id: 'desc' }],
      take: MAX_FAILURES,
    });
    return rows.map(({ failedAt, error, detail }) => ({ at: failedAt.toISOString(), error, detail }));
  },
});
type ProviderFailures = ReturnType<typeof createProviderFailures>;

export interface RecordFailureDeps {
  providerFailures: ProviderFailures;
  countProviderSignIn: (provider: string, outcome: 'signed_in' | ProviderSignInError) => void;
}

export const recordFailure = async (
  { countProviderSignIn, providerFailures }: RecordFailureDeps,
  providerId: string,
  { code, detail }: ProviderError,
): Promise<void> => {
  countProviderSignIn(providerId, code);
  await providerFailures.add(providerId, code, detail);
};
