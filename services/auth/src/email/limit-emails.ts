import type { Metrics } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import type { Attempts } from '../guess-limits/attempts.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import type { Mail } from './rules/email.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/**
 * Links that are asked for, for one account. Where a limit keeps one for a new password back, an earlier mail's link is
 * still valid, so that nobody is kept from theirs by who asks for too many: after those of a day there is one an hour.
 */
const OF_ACCOUNT = {
  forgot: { most: 5, seconds: HOUR_S, daily: 10, afterwardsHourly: true },
  signIn: { most: 3, seconds: 600, daily: 20, afterwardsHourly: false },
  verification: { most: 3, seconds: HOUR_S, daily: 5, afterwardsHourly: false },
  emailChange: { most: 3, seconds: HOUR_S, daily: 5, afterwardsHourly: false },
} as const;
type AskedFor = keyof typeof OF_ACCOUNT;

/**
 * Within a day: notices of one kind to an account; all to one address that is not verified; all of an account to
 * such.
 */
const DAILY = { notices: 10, unverified: 5 } as const;

export interface Recipient {
  address: string;
  /** Whether somebody with the mailbox has used a link sent to it. */
  verified: boolean;
}

export interface MailCeilings {
  /** Within an hour, from one address: a whole campus may share it. */
  perAddress: number;
  /** Within an hour, in all. */
  inAll: number;
}

/** Limits mails. The ceilings count only what the limit of an account let through. */
export const makeLimitEmails = ({
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
    help: 'Mails asked for that a limit kept back: of the account (without saying so), of the address, of all; and of a day, as they are sent.',
    labels: ['limit'],
  });
  for (const limit of ['account', 'address', 'all', 'day'] as const) count({ limit }, 0);

  const isEnough = async (kind: AskedFor, emailKey: string): Promise<boolean> => {
    const { most, seconds, daily, afterwardsHourly } = OF_ACCOUNT[kind];
    if ((await attempts.countWithin(seconds, [kind, 'account', emailKey], most)) > 0) return true;
    if ((await attempts.countWithin(DAY_S, [kind, 'day', emailKey], daily)) === 0) return false;
    return !afterwardsHourly || (await attempts.countWithin(HOUR_S, [kind, 'hourly', emailKey], 1)) > 0;
  };

  /**
   * Whether a link that is asked for may be sent.
   * @param emailKey the account's; or its id where it wants another address
   * @throws DomainError when a ceiling is reached
   */
  const mayAsk = async (kind: AskedFor, emailKey: string, address: string): Promise<boolean> => {
    if (await isEnough(kind, emailKey)) {
      count({ limit: 'account' });
      return false;
    }
    // Counted apart, so that a morning of registrations keeps nobody from a link that opens an account.
    const what = kind === 'verification' || kind === 'emailChange' ? 'verifications' : 'mails';
    const ofAddress = await attempts.countWithin(HOUR_S, [`${what}, address`, address], ceilings.perAddress);
    const ofAll = ofAddress || (await attempts.countWithin(HOUR_S, [what], ceilings.inAll));
    if (ofAll === 0) return true;
    count({ limit: ofAddress > 0 ? 'address' : 'all' });
    throw new DomainError(
      'too_many',
      'too_many_requests',
      'Too many links were requested from your network. Try again later.',
      { retryAfterSeconds: ofAll },
    );
  };

  /** Whether a mail may go out; asked once for each mail, however often sending it is tried. */
  const maySend = async (
    kind: Mail['kind'],
    personId: string,
    { address, verified }: Recipient,
  ): Promise<boolean> => {
    // Links to verified addresses were counted when they were asked for.
    if (verified && kind === 'password_forgotten') return true;
    const series: [string[], number][] = verified
      ? [[['notices', kind, personId], DAILY.notices]]
      : [
          [['unverified address', emailKeyOf(address)], DAILY.unverified],
          [['unverified addresses of', personId], DAILY.unverified],
        ];
    for (const [key, most] of series)
      if ((await attempts.countWithin(DAY_S, key, most)) > 0) {
        count({ limit: 'day' });
        return false;
      }
    return true;
  };
  return { mayAsk, maySend };
};
export type LimitEmails = ReturnType<typeof makeLimitEmails>;
