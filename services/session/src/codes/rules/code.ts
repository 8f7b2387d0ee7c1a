import type { CurrentCode, RefreshInterval } from '../../sessions/rules/session.ts';

const secondsAfter = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** Until when the page shows a code. */
export const shownUntil = (issuedAt: Date, refreshInterval: RefreshInterval): Date =>
  secondsAfter(issuedAt, refreshInterval);

/** Until when the server accepts a code: a phone may be a moment behind the page. */
export const acceptedUntil = (issuedAt: Date, refreshInterval: RefreshInterval, graceSeconds: number): Date =>
  secondsAfter(issuedAt, refreshInterval + graceSeconds);

/** Until when a code that was replaced now is accepted at most; it may die by itself before. */
export const replacedAcceptedUntil = (now: Date, graceSeconds: number): Date =>
  secondsAfter(now, graceSeconds);

/** Whether a page that opens now can show the session's current code. */
export const isShowable = (
  { currentCode, refreshInterval }: { currentCode: CurrentCode; refreshInterval: RefreshInterval },
  now: Date,
): boolean => shownUntil(currentCode.issuedAt, refreshInterval) > now;

/** Pages that show one session wake within this time of each other. */
const FRESH_MS = 2_000;

/** Whether a code was made only a moment ago. */
export const isFresh = ({ issuedAt }: CurrentCode, now: Date): boolean =>
  now.getTime() - issuedAt.getTime() < FRESH_MS;

/** Whether the server accepts a code now. */
export const isAccepted = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean => expiresAt > now;
