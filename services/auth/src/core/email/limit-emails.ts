import type { Metrics } from '@qr-attendance/observability';
import { type DomainError, type LimitKey, limitKeys, tooMany } from '@qr-attendance/server';
import type { Attempts } from '../sign-in-limits/count-attempts.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import { isOverAccountLimit, type RequestedLink } from './account-limits.ts';
import type { Mail } from './rules/email.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/**
 * The share of each limit that is reserved for the owner's browsers and for addresses at which the account is
 * locked.
 */
const RESERVED_SHARE = 0.25;
/**
 * Limits per day: notices of one kind to an account, emails to an unverified address, and emails of one
 * account to unverified addresses.
 */
const DAILY = { notices: 10, unverified: 5 } as const;

export interface Recipient {
  address: string;
  verified: boolean;
}

export interface MailCeilings {
  perAddress: number;
  inAll: number;
}

/** Only emails within the limit of their account count toward the limits of the network. */
export const createLimitEmails = ({
  attempts,
  ceilings,
  metrics,
}: {
  attempts: Attempts;
  ceilings: MailCeilings;
  metrics: Metrics;
}) => {
  const count = metrics.counter({
    name: 'mail_limits_total',
    help: 'Emails suppressed by a limit: of the account (not disclosed to the client), of the network address, of all accounts, or of the day.',
    labels: ['limit'],
  });
  for (const limit of ['account', 'address', 'all', 'day'] as const) count({ limit }, 0);

  const ceilingsOf = (what: string, reserve: string | undefined) => {
    const share = reserve === undefined ? 1 : RESERVED_SHARE;
    const name = reserve === undefined ? what : `${what}, reserved`;
    return {
      most: {
        perAddress: Math.ceil(ceilings.perAddress * share),
        inAll: Math.ceil(ceilings.inAll * share),
      },
      names: { address: `${name}, address`, all: name },
    };
  };
  const tooManyEmailsError = (limit: 'address' | 'all', retryAfterSeconds: number): DomainError => {
    count({ limit });
    return tooMany(
      'too_many_requests',
      'Too many links were requested from your network. Try again later.',
      retryAfterSeconds,
    );
  };

  // Verifications are counted separately, so that many registrations do not block links that open an account.
  const ceilingsFor = (kind: RequestedLink, reserve: string | undefined) =>
    ceilingsOf(kind === 'forgot' || kind === 'signIn' ? 'mails' : 'verifications', reserve);

  const canRequest = async (
    kind: RequestedLink,
    emailKey: string,
    address: string,
    reserve?: string,
  ): Promise<boolean> => {
    if (
      await isOverAccountLimit(attempts, kind, reserve === undefined ? emailKey : `${emailKey} ${reserve}`)
    ) {
      count({ limit: 'account' });
      return false;
    }
    const { most, names } = ceilingsFor(kind, reserve);
    const ofAddress = await attempts.countWithin(
      HOUR_SECONDS,
      limitKeys.address(address, names.address),
      most.perAddress,
    );
    const ofAll =
      ofAddress || (await attempts.countWithin(HOUR_SECONDS, limitKeys.everybody(names.all), most.inAll));
    if (ofAll === 0) return true;
    throw tooManyEmailsError(ofAddress > 0 ? 'address' : 'all', ofAll);
  };

  /** Counts nothing, so that requests for invented addresses use up no limit. */
  const refuseIfFull = async (kind: RequestedLink, address: string, reserve?: string): Promise<void> => {
    const { most, names } = ceilingsFor(kind, reserve);
    const ofAddress = await attempts.waitWithin(limitKeys.address(address, names.address), most.perAddress);
    if (ofAddress > 0) throw tooManyEmailsError('address', ofAddress);
    const ofAll = await attempts.waitWithin(limitKeys.everybody(names.all), most.inAll);
    if (ofAll > 0) throw tooManyEmailsError('all', ofAll);
  };

  const canSend = async (
    kind: Mail['kind'] | 'notices' | 'power',
    personId: string,
    { address, verified }: Recipient,
  ): Promise<boolean> => {
    // Links to verified addresses were counted when they were requested.
    if (verified && kind === 'password_forgotten') return true;
    // A thief could use up a daily number, so these emails are limited only by their interval.
    if (verified && kind === 'power') return true;
    const series: [LimitKey<'named'>, number][] = verified
      ? [[limitKeys.named(personId, 'notices', kind), DAILY.notices]]
      : [
          [limitKeys.named(emailKeyOf(address), 'unverified address'), DAILY.unverified],
          [limitKeys.named(personId, 'unverified addresses'), DAILY.unverified],
        ];
    for (const [key, most] of series)
      if ((await attempts.countWithin(DAY_SECONDS, key, most)) > 0) {
        count({ limit: 'day' });
        return false;
      }
    return true;
  };
  return { canRequest, refuseIfFull, canSend };
};
export type LimitEmails = ReturnType<typeof createLimitEmails>;
