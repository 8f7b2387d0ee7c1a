import type { Metrics } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import type { Attempts } from '../guess-limits/attempts.ts';

const HOUR_S = 3_600;
/**
 * Mails to one account. Where the limit keeps one back, an earlier mail's link is still valid, so that nobody is kept
 * from theirs by who asks for too many.
 */
const OF_ACCOUNT = {
  forgot: { most: 5, seconds: HOUR_S },
  signIn: { most: 3, seconds: 600 },
} as const;

export interface MailCeilings {
  /** Within an hour, from one address: a whole campus may share it. */
  perAddress: number;
  /** Within an hour, in all. */
  inAll: number;
}

/** Limits mails that anyone can ask for. The ceilings count only what the limit of an account let through. */
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
    help: 'Mails asked for that a limit kept back: of the account (without saying so), of the address, of all.',
    labels: ['limit'],
  });
  for (const limit of ['account', 'address', 'all'] as const) count({ limit }, 0);

  /**
   * @returns whether it may be sent
   * @throws DomainError when a ceiling is reached
   */
  return async (kind: keyof typeof OF_ACCOUNT, emailKey: string, address: string): Promise<boolean> => {
    const { most, seconds } = OF_ACCOUNT[kind];
    if ((await attempts.countWithin(seconds, [kind, 'account', emailKey], most)) > 0) {
      count({ limit: 'account' });
      return false;
    }
    const ofAddress = await attempts.countWithin(HOUR_S, ['mails, address', address], ceilings.perAddress);
    const ofAll = ofAddress || (await attempts.countWithin(HOUR_S, ['mails'], ceilings.inAll));
    if (ofAll === 0) return true;
    count({ limit: ofAddress > 0 ? 'address' : 'all' });
    throw new DomainError(
      'too_many',
      'too_many_requests',
      'Too many links were requested from your network. Try again later.',
      { retryAfterSeconds: ofAll },
    );
  };
};
