import type { createPool } from '@qr-attendance/service-kit';
import { makeAccounts } from './data/accounts.ts';
import { makeAttempts } from './data/attempts.ts';
import type { Database } from './data/database.ts';
import { makeDevices } from './data/devices.ts';
import { makeErasure } from './data/erasure.ts';
import { makeInvites } from './data/invites.ts';
import { makeMailQueue } from './data/mail-queue.ts';
import { makeManagedPeople } from './data/managed-people.ts';
import { makePasskeyChallenges } from './data/passkey-challenges.ts';
import { makePasswordResets } from './data/password-resets.ts';
import { makePeople } from './data/people.ts';
import { makePersonalData } from './data/personal-data.ts';
import { makeRefreshTokens } from './data/refresh-tokens.ts';
import { makeStudentSecurity } from './data/student-security.ts';
import { makeTrustedPlaces } from './data/trusted-places.ts';

/** All that reads and writes the service's database. */
export const makeStores = (
  database: Database,
  pool: ReturnType<typeof createPool>,
  { deviceCoolDownHours, accessTokenMinutes }: { deviceCoolDownHours: number; accessTokenMinutes: number },
) => ({
  accounts: makeAccounts(database, accessTokenMinutes),
  attempts: makeAttempts(pool),
  challenges: makePasskeyChallenges(database),
  devices: makeDevices(database, deviceCoolDownHours),
  erasure: makeErasure(database),
  invites: makeInvites(database),
  mailQueue: makeMailQueue(database),
  managed: makeManagedPeople(database, accessTokenMinutes),
  people: makePeople(database),
  readPersonalData: makePersonalData(database),
  refreshTokens: makeRefreshTokens(database),
  resets: makePasswordResets(database),
  security: makeStudentSecurity(database),
  trustedPlaces: makeTrustedPlaces(database),
});
export type Stores = ReturnType<typeof makeStores>;

/** Removes what has served its time. */
export const removeExpired = async (
  stores: Pick<Stores, 'attempts' | 'challenges' | 'refreshTokens' | 'resets' | 'trustedPlaces'>,
): Promise<void> => {
  const now = new Date();
  for (const store of Object.values(stores)) await store.removeExpired(now);
};
