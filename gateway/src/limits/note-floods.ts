import type { Logger } from '@qr-attendance/observability';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** More refusals of one account in a minute than pages bring about, which wait when they are told to. */
const MANY = 100;
const WINDOW_SECONDS = 60;
/** A flood from many accounts fills no disk. */
const LINES_PER_WINDOW = 10;

/** Names in the log the account whose requests are refused again and again, so that an operator can suspend it. */
export const makeNoteFloods = (log: Logger): ((account: string, limit: string) => Promise<void>) => {
  const refused = new RateLimiterMemory({ points: MANY, duration: WINDOW_SECONDS });
  const lines = new RateLimiterMemory({ points: LINES_PER_WINDOW, duration: WINDOW_SECONDS });
  return async (account, limit) => {
    if ((await refused.penalty(account)).consumedPoints !== MANY) return;
    if ((await lines.penalty('all')).consumedPoints > LINES_PER_WINDOW) return;
    log.warn({ account, limit }, `an account was refused ${MANY} requests within a minute`);
  };
};
