import type { createPool } from '@qr-attendance/server';
import { makeAccounts } from '../passwords/accounts.ts';
import { makeAttempts } from '../guess-limits/attempts.ts';
import type { Database } from './database.ts';
import { makeDevices } from '../devices/devices.ts';
import { makeErasure } from '../privacy/erasure.ts';
import { makeInvites } from '../admin/invites.ts';
import { makeMailQueue } from '../email/email-queue.ts';
import { makeManagedPeople } from '../admin/managed-people.ts';
import { makePasskeyChallenges } from '../passkeys/passkey-challenges.ts';
import { makePasswordResets } from '../passwords/password-resets.ts';
import { makePeople } from '../people/people.ts';
import { makePersonalData } from '../privacy/personal-data.ts';
import { makeRefreshTokens } from '../sign-in/refresh-tokens.ts';
import { makeSignInLinks } from '../sign-in/sign-in-links.ts';
import { makeStudentSecurity } from '../security/student-security.ts';
import { makeTrustedPlaces } from '../guess-limits/trusted-places.ts';

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
  signInLinks: makeSignInLinks(database),
  trustedPlaces: makeTrustedPlaces(database),
});
export type Stores = ReturnType<typeof makeStores>;

/** Removes what has served its time. */
export const removeExpired = async (
  stores: Pick<
    Stores,
    'attempts' | 'challenges' | 'refreshTokens' | 'resets' | 'signInLinks' | 'trustedPlaces'
  >,
): Promise<void> => {
  const now = new Date();
  for (const store of Object.values(stores)) await store.removeExpired(now);
};
