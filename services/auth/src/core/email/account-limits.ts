import { limitKeys } from '@qr-attendance/server';
import type { Attempts } from '../sign-in-limits/count-attempts.ts';
import { SIGN_IN_LINK_MINUTES } from './rules/email.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const LINK_TTL_SECONDS = 60 * SIGN_IN_LINK_MINUTES;
/**
 * If a limit suppresses a link, a previous one is still valid. So a stranger who requests many links locks
 * nobody out: beyond the daily limit, one link is sent per period of validity.
 */
const ACCOUNT_LIMITS = {
  forgot: { most: 5, seconds: HOUR_SECONDS, daily: 10, afterwards: HOUR_SECONDS },
  signIn: { most: 3, seconds: 600, daily: 20, afterwards: LINK_TTL_SECONDS },
  verification: { most: 3, seconds: HOUR_SECONDS, daily: 5, afterwards: undefined },
  emailChange: { most: 3, seconds: HOUR_SECONDS, daily: 5, afterwards: undefined },
  registration: { most: 3, seconds: HOUR_SECONDS, daily: 5, afterwards: undefined },
} as const;
export type RequestedLink = keyof typeof ACCOUNT_LIMITS;

export const isOverAccountLimit = async (
  attempts: Attempts,
  kind: RequestedLink,
  emailKey: string,
): Promise<boolean> => {
  const { most, seconds, daily, afterwards } = ACCOUNT_LIMITS[kind];
  const [ofHour, ofDay] = [
    limitKeys.named(emailKey, kind, 'account'),
    limitKeys.named(emailKey, kind, 'day'),
  ];
  if ((await attempts.countWithin(seconds, ofHour, most)) > 0) return true;
  if ((await attempts.countWithin(DAY_SECONDS, ofDay, daily)) === 0) return false;
  return (
    afterwards === undefined ||
    (await attempts.countWithin(afterwards, limitKeys.named(emailKey, kind, 'afterwards'), 1)) > 0
  );
};
