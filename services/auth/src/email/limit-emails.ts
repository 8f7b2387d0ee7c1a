import type { Metrics } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import type { Attempts } from '../guess-limits/attempts.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import { type Mail, SIGN_IN_LINK_MINUTES } from './rules/email.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** How long a link to sign in is valid. */
const LINK_S = 60 * SIGN_IN_LINK_MINUTES;
/**
 * The additional share of each limit for browsers of the account's owner and for places where the account is locked.
 */
const RESERVED_SHARE = 0.25;
/**
 * Links that are asked for, for one account. Where a limit keeps one for a new password back, an earlier mail's link is
 * still valid, so that nobody is kept from theirs by who asks for too many: after those of a day there is one for as long as each is valid.
 */
const OF_ACCOUNT = {
  forgot: { most: 5, seconds: HOUR_S, daily: 10, afterwards: HOUR_S },
  signIn: { most: 3, seconds: 600, daily: 20, afterwards: LINK_S },
  verification: { most: 3, seconds: HOUR_S, daily: 5, afterwards: undefined },
  emailChange: { most: 3, seconds: HOUR_S, daily: 5, afterwards: undefined },
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
    help: 'Emails held back by a limit: of the account (not disclosed to the client), of the address, of all accounts, or of the day.',
    labels: ['limit'],
  });
  for (const limit of ['account', 'address', 'all', 'day'] as const) count({ limit }, 0);

  const isEnough = async (kind: AskedFor, emailKey: string): Promise<boolean> => {
    const { most, seconds, daily, afterwards } = OF_ACCOUNT[kind];
    if ((await attempts.countWithin(seconds, [kind, 'account', emailKey], most)) > 0) return true;
    if ((await attempts.countWithin(DAY_S, [kind, 'day', emailKey], daily)) === 0) return false;
    return (
      afterwards === undefined ||
      (await attempts.countWithin(afterwards, [kind, 'afterwards', emailKey], 1)) > 0
    );
  };

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
  const full = (limit: 'address' | 'all', retryAfterSeconds: number): DomainError => {
    count({ limit });
    return new DomainError(
      'too_many',
      'too_many_requests',
      'Too many links were requested from your network. Try again later.',
      { retryAfterSeconds },
    );
  };

  /**
   * Whether a link that is asked for, for an account that there is, may be sent.
   * @param emailKey the account's; or its id where it wants another address
   * @param reserve who has a share of the limits for themselves
   * @throws DomainError when a ceiling is reached
   */
  const mayAsk = async (
    kind: AskedFor,
    emailKey: string,
    address: string,
    reserve?: string,
  ): Promise<boolean> => {
    if (await isEnough(kind, reserve === undefined ? emailKey : `${emailKey} ${reserve}`)) {
      count({ limit: 'account' });
      return false;
    }
    // Counted apart, so that a morning of registrations keeps nobody from a link that opens an account.
    const what = kind === 'verification' || kind === 'emailChange' ? 'verifications' : 'mails';
    const { most, names } = ceilingsOf(what, reserve);
    const ofAddress = await attempts.countWithin(HOUR_S, [names.address, address], most.perAddress);
    const ofAll = ofAddress || (await attempts.countWithin(HOUR_S, [names.all], most.inAll));
    if (ofAll === 0) return true;
    throw full(ofAddress > 0 ? 'address' : 'all', ofAll);
  };

  /**
   * Refuses where a ceiling is reached already; counts nothing, so that made-up addresses use nothing up.
   * @throws DomainError when a ceiling is reached
   */
  const refuseIfFull = async (address: string, reserve: string | undefined): Promise<void> => {
    const { most, names } = ceilingsOf('mails', reserve);
    const ofAddress = await attempts.waitWithin([names.address, address], most.perAddress);
    if (ofAddress > 0) throw full('address', ofAddress);
    const ofAll = await attempts.waitWithin([names.all], most.inAll);
    if (ofAll > 0) throw full('all', ofAll);
  };

  /** Whether a mail may go out; asked once for each mail, however often sending it is tried. */
  const maySend = async (
    kind: Mail['kind'] | 'notices',
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
  return { mayAsk, refuseIfFull, maySend };
};
export type LimitEmails = ReturnType<typeof createLimitEmails>;
