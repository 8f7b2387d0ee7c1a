import { createBatcher } from '@qr-attendance/server';
import { type Database, MIN_STATEMENT_INTERVAL_MS } from '../../db/database.ts';

/** No person has this id; lookups for unknown people use it to take the same time. */
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

const MAX_CONCURRENT = 64;

interface Trust {
  userId: string;
  places: string[];
  expiresAt: Date;
}

export const createTrustedPlaces = (database: Database) => {
  const placesOf = createBatcher<{ userId: string; places: string[] }, string[]>(
    async (lookups) => {
      const rows = await database.trustedPlace.findMany({
        where: {
          userId: { in: lookups.map(({ userId }) => userId) },
          place: { in: lookups.flatMap(({ places }) => places) },
          expiresAt: { gt: new Date() },
        },
      });
      return lookups.map(({ userId, places }) =>
        rows.filter((row) => row.userId === userId && places.includes(row.place)).map(({ place }) => place),
      );
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  );
  const trust = createBatcher<Trust, true>(
    async (people) => {
      const rows = people.flatMap(({ userId, places, expiresAt }) =>
        places.map((place) => ({ userId, place, expiresAt })),
      );
      await database.$executeRaw`
      INSERT INTO trusted_places (user_id, place, expires_at)
      SELECT DISTINCT ON (user_id, place) * FROM unnest(
        ${rows.map(({ userId }) => userId)}::uuid[],
        ${rows.map(({ place }) => place)}::text[],
        ${rows.map(({ expiresAt }) => expiresAt)}::timestamptz[]
      ) AS trusted (user_id, place, expires_at)
      ORDER BY user_id, place, expires_at DESC
      ON CONFLICT (user_id, place) DO UPDATE SET expires_at = excluded.expires_at`;
      return people.map(() => true);
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  );
  return {
    ofPerson: (userId: string | undefined, places: string[]): Promise<string[]> =>
      placesOf({ userId: userId ?? UNKNOWN_ID, places }),
    isKnown: async (place: string): Promise<boolean> =>
      (await database.trustedPlace.findFirst({ where: { place } })) !== null,
    trust: async (userId: string, places: string[], expiresAt: Date): Promise<void> => {
      await trust({ userId, places, expiresAt });
    },
  };
};
export type TrustedPlaces = ReturnType<typeof createTrustedPlaces>;
