import type { Metrics } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import type { Turn } from '../sign-in-queue/sign-in-queue.ts';
import { newSecret } from '../sign-in/rules/secret.ts';
import type { Attempts, Series } from './attempts.ts';
import { addressPlaceOf, browserPlaceOf, type Place, placesOf } from './rules/place.ts';
import type { WrongAccounts } from './wrong-accounts.ts';
import type { TrustedPlaces } from './trusted-places.ts';

/** Wrong passwords that cost no pause: from one place; from all places that are not trusted together. */
const FREE = { place: 5, account: 20 } as const;
const MINUTE_S = 60;
const TRUST_MS = 90 * 86_400_000;

/** A password that is said to be an account's. */
interface Guess {
  emailKey: string;
  /** None where nobody has that address. */
  personId: string | undefined;
  passwordHash: string | undefined;
  password: string;
}

const formatMinutes = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};
const locked = (seconds: number) =>
  new DomainError(
    'too_many',
    'sign_in_locked',
    `Too many wrong passwords. Try again in ${formatMinutes(seconds)}, or get a sign-in link by email.`,
    { retryAfterSeconds: seconds },
  );

/**
 * Slows down the guessing of passwords. Tries are counted by account and place, and by account for all places together;
 * but where the account's owner signed in lately only tries from there count, so that nobody can lock the owner out.
 * Accounts that don't exist are treated like those that do.
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
  const countedAs = async (
    emailKey: string,
    personId: string | undefined,
    place: Place,
  ): Promise<{ own: Series; shared?: Series; isKnown: boolean }> => {
    const trusted = await trustedPlaces.ofPerson(personId, placesOf(place));
    const browser = place.browser === undefined ? undefined : browserPlaceOf(place.browser);
    if (browser !== undefined && trusted.includes(browser))
      return { own: { key: ['browser', emailKey, browser], free: FREE.place }, isKnown: true };
    const own = { key: ['address', emailKey, place.address], free: FREE.place };
    if (trusted.includes(addressPlaceOf(place))) return { own, isKnown: false };
    return { own, shared: { key: ['account', emailKey], free: FREE.account }, isKnown: false };
  };

  return {
    /**
     * Looks at a password; one that could not be looked at does not count. A browser that the account's owner does not
     * use may get a few accounts wrong, and so may an address. From a campus, others then come back for a turn in the queue.
     * @returns whether it is right
     * @throws DomainError when too many were wrong
     */
    judge: async (
      { emailKey, personId, passwordHash, password }: Guess,
      place: Place,
      turn: Turn,
    ): Promise<boolean> => {
      const { isKnown, ...series } = await countedAs(emailKey, personId, place);
      const refuse = (seconds: number) => {
        countLock({});
        return locked(seconds);
      };
      const refuseSpraying = async (): Promise<void> => {
        const { wait, isSlow } = await wrongAccounts.standingAt(place);
        if (wait > 0) throw refuse(wait);
        if (isSlow && !wrongAccounts.mayJudge(place, turn.isReturning)) await turn.later();
      };
      if (!isKnown) await refuseSpraying();
      const { wait, succeeded, hadFailures } = await attempts.make(series, async () => {
        const mayLook = () => isKnown || wrongAccounts.mayJudge(place, turn.isReturning);
        const right = await turn.matches(passwordHash, password, mayLook);
        if (right !== undefined) return right;
        await refuseSpraying();
        throw refuse(MINUTE_S);
      });
      if (wait > 0) throw refuse(wait);
      if (!succeeded) {
        countWrong({});
        if (!isKnown) await wrongAccounts.add(place, emailKey);
      } else if (hadFailures) await wrongAccounts.forgive(place, emailKey);
      return succeeded;
    },
    /** Whether wrong passwords have locked an account for this place, so that only a link gets in. */
    isLockedHere: async (emailKey: string, place: Place): Promise<boolean> =>
      (await attempts.waitOf({ key: ['address', emailKey, place.address], free: FREE.place })) > 0 ||
      (await wrongAccounts.standingAt(place)).wait > 0,
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
