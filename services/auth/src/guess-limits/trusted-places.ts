import { deleteInBatches } from '@qr-attendance/server';
import type { Database } from '../db/database.ts';

/** Of nobody; lets a search for an unknown person take its usual course. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Browsers and addresses at which people signed in with success lately. */
export const makeTrustedPlaces = (database: Database) => ({
  /** Which of these places are trusted for a person; none for nobody. */
  ofPerson: async (userId: string | undefined, places: string[], now: Date): Promise<string[]> => {
    const rows = await database.trustedPlace.findMany({
      where: { userId: userId ?? NOBODY, place: { in: places }, expiresAt: { gt: now } },
    });
    return rows.map(({ place }) => place);
  },
  /** Whether anybody signed in there. */
  isKnown: async (place: string): Promise<boolean> =>
    (await database.trustedPlace.findFirst({ where: { place } })) !== null,
  trust: async (userId: string, places: string[], expiresAt: Date): Promise<void> => {
    for (const place of places)
      await database.trustedPlace.upsert({
        where: { userId_place: { userId, place } },
        create: { userId, place, expiresAt },
        update: { expiresAt },
      });
  },
  removeExpired: (now: Date): Promise<void> =>
    deleteInBatches(
      (limit) => database.$executeRaw`
        DELETE FROM trusted_places WHERE (user_id, place) IN (
          SELECT user_id, place FROM trusted_places WHERE expires_at < ${now} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
    ),
});
export type TrustedPlaces = ReturnType<typeof makeTrustedPlaces>;
