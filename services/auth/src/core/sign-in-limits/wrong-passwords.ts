import type { Metrics } from '@qr-attendance/observability';
import { newSecret, limitKeys, tooMany } from '@qr-attendance/server';
import type { Attempt, Attempts, Series } from './count-attempts.ts';
import { formatMinutes } from './rules/pause-after-failures.ts';
import { addressPlaceOf, browserPlaceOf, type Place, placesOf } from './rules/place.ts';
import type { WrongAccounts } from './wrong-accounts.ts';
import type { TrustedPlaces } from './trusted-places.ts';

/** Wrong passwords before the first pause: from one place, and from all untrusted places together. */
const FREE_FAILURES = { place: 5, account: 20 } as const;
const MINUTE_SECONDS = 60;
const TRUST_MS = 90 * 86_400_000;

export interface AccountStanding {
  own: Series;
  shared?: Series;
  isKnown: boolean;
}
interface Client {
  place: Place;
  /** The client was deferred before, and it is its turn now. */
  isReturning: boolean;
}
interface CheckedPassword {
  emailKey: string;
  place: Place;
  matches: boolean;
  hadFailures: boolean;
}

const signInLockedError = (seconds: number) =>
  tooMany(
    'sign_in_locked',
    `Too many wrong passwords. Try again in ${formatMinutes(seconds)}, or get a sign-in link by email.`,
    seconds,
  );

/**
 * Slows down guessing. Attempts are counted by account and place, and by account for all untrusted places
 * together. In a place where the owner signed in recently, only attempts from there count, so nobody can lock
 * the owner out. Unknown accounts are treated like existing ones.
 */
export const createGuardPassword = ({
  attempts,
  trustedPlaces,
  wrongAccounts,
  metrics,
}: {
  attempts: Attempts;
  wrongAccounts: WrongAccounts;
  trustedPlaces: TrustedPlaces;
  metrics: Metrics;
}) => {
  const countWrong = metrics.counter({
    name: 'wrong_passwords_total',
    help: 'Wrong passwords.',
    labels: [],
  });
  const countLock = metrics.counter({
    name: 'sign_in_locks_total',
    help: 'Sign-ins rejected during a pause after wrong passwords.',
    labels: [],
  });
  for (const count of [countWrong, countLock]) count({}, 0);
  const standingOf = async (
    emailKey: string,
    personId: string | undefined,
    place: Place,
  ): Promise<AccountStanding> => {
    const trusted = await trustedPlaces.ofPerson(personId, placesOf(place));
    const browser = place.browser === undefined ? undefined : browserPlaceOf(place.browser);
    if (browser !== undefined && trusted.includes(browser))
      return { own: { key: limitKeys.browser(browser, emailKey), free: FREE_FAILURES.place }, isKnown: true };
    const own = { key: limitKeys.address(place.address, emailKey), free: FREE_FAILURES.place };
    if (trusted.includes(addressPlaceOf(place))) return { own, isKnown: false };
    return { own, shared: { key: limitKeys.named(emailKey), free: FREE_FAILURES.account }, isKnown: false };
  };

  const lockedFor = (seconds: number) => {
    countLock({});
    return signInLockedError(seconds);
  };
  const mayJudge = ({ isKnown }: AccountStanding, { place, isReturning }: Client): boolean =>
    isKnown || wrongAccounts.mayJudge(place, isReturning);

  return {
    standingOf,
    mayJudge,
    /**
     * Unknown browsers and addresses may try wrong passwords on a few accounts. After that they must wait in the
     * sign-in queue if they are on a campus, and are rejected elsewhere.
     */
    takesTurns: async (standing: AccountStanding, client: Client): Promise<boolean> => {
      if (standing.isKnown) return false;
      const { wait, isSlow } = await wrongAccounts.standingAt(client.place);
      if (wait > 0) throw lockedFor(wait);
      return isSlow && !mayJudge(standing, client);
    },
    /** Begins an attempt, which the caller must end. Rejects it during a pause. */
    begin: async (standing: AccountStanding): Promise<Attempt> => {
      const attempt = await attempts.begin(standing);
      if (attempt.wait === 0) return attempt;
      attempt[Symbol.dispose]();
      throw lockedFor(attempt.wait);
    },
    lockedForNow: () => lockedFor(MINUTE_SECONDS),
    record: async (
      { isKnown }: AccountStanding,
      { emailKey, place, matches, hadFailures }: CheckedPassword,
    ): Promise<void> => {
      if (!matches) {
        countWrong({});
        if (!isKnown) await wrongAccounts.add(place, emailKey);
      } else if (hadFailures) await wrongAccounts.forgive(place, emailKey);
    },
    isLockedHere: async (emailKey: string, place: Place): Promise<boolean> =>
      (await attempts.waitOf({
        key: limitKeys.address(place.address, emailKey),
        free: FREE_FAILURES.place,
      })) > 0 || (await wrongAccounts.standingAt(place)).wait > 0,
    /** From now on, attempts of strangers do not delay this person in this place. */
    trust: async (personId: string, place: Place): Promise<string> => {
      const isKnown =
        place.browser !== undefined && (await trustedPlaces.isKnown(browserPlaceOf(place.browser)));
      const browser = isKnown && place.browser !== undefined ? place.browser : newSecret();
      await trustedPlaces.trust(personId, placesOf({ ...place, browser }), new Date(Date.now() + TRUST_MS));
      return browser;
    },
  };
};
export type GuardPassword = ReturnType<typeof createGuardPassword>;
