import type { Metrics } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import { newSecret } from '../sign-in/rules/secret.ts';
import type { Attempts, Series } from './attempts.ts';
import { addressPlaceOf, browserPlaceOf, type Place, placesOf } from './rules/place.ts';
import type { TrustedPlaces } from './trusted-places.ts';

/** Wrong passwords that cost no pause: from one place; from all places that are not trusted together. */
const FREE = { place: 5, account: 20 } as const;
const TRUST_MS = 90 * 86_400_000;

const tellMinutes = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};
const locked = (seconds: number) =>
  new DomainError(
    'too_many',
    'sign_in_locked',
    `Too many wrong passwords. Try again in ${tellMinutes(seconds)}, or get a sign-in link by email.`,
    { retryAfterSeconds: seconds },
  );

/**
 * Slows down the guessing of passwords. Tries are counted by account and place, and by account for all places together;
 * but where the account's owner signed in lately only tries from there count, so that nobody can lock the owner out.
 * Accounts that don't exist are treated like those that do.
 */
export const makeGuardPassword = ({
  attempts,
  trustedPlaces,
  metrics,
}: {
  attempts: Attempts;
  trustedPlaces: TrustedPlaces;
  metrics: Metrics;
}) => {
  const countWrong = metrics.counter({
    name: 'wrong_passwords_total',
    help: 'Passwords that were judged as wrong.',
    labels: [],
  });
  const countLock = metrics.counter({
    name: 'sign_in_locks_total',
    help: 'Sign-ins refused because of a pause after wrong passwords.',
    labels: [],
  });
  for (const count of [countWrong, countLock]) count({}, 0);
  const countedAs = async (
    emailKey: string,
    personId: string | undefined,
    place: Place,
  ): Promise<{ own: Series; shared?: Series }> => {
    const trusted = await trustedPlaces.ofPerson(personId, placesOf(place));
    const browser = place.browser === undefined ? undefined : browserPlaceOf(place.browser);
    if (browser !== undefined && trusted.includes(browser))
      return { own: { key: ['browser', emailKey, browser], free: FREE.place } };
    const own = { key: ['address', emailKey, place.address], free: FREE.place };
    if (trusted.includes(addressPlaceOf(place))) return { own };
    return { own, shared: { key: ['account', emailKey], free: FREE.account } };
  };

  return {
    /**
     * Looks at a password; one that could not be looked at does not count.
     * @returns whether it is right
     * @throws DomainError when too many were wrong
     */
    judge: async (
      emailKey: string,
      personId: string | undefined,
      place: Place,
      isRight: () => Promise<boolean>,
    ): Promise<boolean> => {
      const series = await countedAs(emailKey, personId, place);
      const { wait, succeeded: right } = await attempts.make(series, isRight);
      if (wait > 0) {
        countLock({});
        throw locked(wait);
      }
      if (!right) countWrong({});
      return right;
    },
    /** From now on strangers' tries hinder this person here no more. @returns the secret for the browser to keep */
    trust: async (personId: string, place: Place): Promise<string> => {
      const isKnown =
        place.browser !== undefined && (await trustedPlaces.isKnown(browserPlaceOf(place.browser)));
      const browser = isKnown && place.browser !== undefined ? place.browser : newSecret();
      await trustedPlaces.trust(personId, placesOf({ ...place, browser }), new Date(Date.now() + TRUST_MS));
      return browser;
    },
  };
};
