import {
  DEFAULT_REFRESH_INTERVAL,
  type FreshCode,
  type REFRESH_INTERVALS,
  type Session,
} from '@qr-attendance/contracts';

export type RefreshInterval = (typeof REFRESH_INTERVALS)[number];

/** A code on the screen. The two clocks differ, so moments of both never meet in one comparison. */
export interface ShownCode extends Pick<FreshCode, 'qrCode' | 'refreshInterval'> {
  /** When the server made it, by the server's clock, in ms: tells which of two codes is the newer. */
  issuedAt: number;
  /** When the next one is due, by this device's clock, in ms. */
  dueAt: number;
}

const issuedAt = ({ codeExpiresAt, refreshInterval }: FreshCode) =>
  Date.parse(codeExpiresAt) - refreshInterval * 1000;

/** A code as the server just told it, with how long it is shown, whatever this device's clock says. */
export const freshCode = (code: FreshCode, now: number): ShownCode => ({
  qrCode: code.qrCode,
  refreshInterval: code.refreshInterval,
  issuedAt: issuedAt(code),
  // A code that came with its session says no more than when it expires.
  dueAt: now + (code.shownForMs ?? code.refreshInterval * 1000),
});

/** The code a session shows; undefined when it shows none: it ended, or is another teacher's. */
export const codeOf = (session: Session): FreshCode | undefined => {
  const { active, qrCode, codeExpiresAt, refreshInterval = DEFAULT_REFRESH_INTERVAL } = session;
  return active && qrCode && codeExpiresAt ? { qrCode, codeExpiresAt, refreshInterval } : undefined;
};

/**
 * A code that was read, and so may be anywhere in its life. Never counts longer than an interval; a device whose
 * clock is wrong asks for the next code too early rather than showing a dead one for long.
 */
export const loadedCode = (code: FreshCode, receivedAt: number): ShownCode => {
  const fresh = freshCode(code, receivedAt);
  return { ...fresh, dueAt: Math.min(fresh.dueAt, Date.parse(code.codeExpiresAt)) };
};

/** Of two codes of one session, the one the server made last: another page may have refreshed meanwhile. */
export const newerCode = (known: ShownCode, renewed: ShownCode | undefined): ShownCode =>
  renewed && renewed.issuedAt >= known.issuedAt ? renewed : known;

/** Whole seconds until the next code, for the countdown: from the interval down to 0. */
export const secondsLeft = ({ dueAt, refreshInterval }: ShownCode, now: number): number =>
  Math.min(refreshInterval, Math.max(0, Math.ceil((dueAt - now) / 1000)));
