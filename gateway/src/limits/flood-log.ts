import type { Logger } from '@qr-attendance/observability';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** More rejections per minute than any page causes, because pages wait when they are asked to. */
const MANY = 100;
const WINDOW_SECONDS = 60;
/** The log is limited, so that a flood from many accounts cannot fill the disk. */
const LINES_PER_WINDOW = 10;

/** Logs accounts whose requests are rejected again and again, so that an operator can suspend them. */
export const createFloodLog = (log: Logger): ((account: string, limit: string) => Promise<void>) => {
  const refused = new RateLimiterMemory({ points: MANY, duration: WINDOW_SECONDS });
  const lines = new RateLimiterMemory({ points: LINES_PER_WINDOW, duration: WINDOW_SECONDS });
  return async (account, limit) => {
    if ((await refused.penalty(account)).consumedPoints !== MANY) return;
    if ((await lines.penalty('all')).consumedPoints > LINES_PER_WINDOW) return;
    log.warn({ account, limit }, `account exceeded its limit ${MANY} times within a minute`);
  };
};
