import {
  DEFAULT_REFRESH_INTERVAL,
  type FreshCode,
  type REFRESH_INTERVALS,
  type Session,
} from '@qr-attendance/contracts';

export type RefreshInterval = (typeof REFRESH_INTERVALS)[number];

/** Times of the server's clock and of the device's clock must not be compared with each other. */
export interface ShownCode extends Pick<FreshCode, 'qrCode' | 'refreshInterval' | 'nextCodes'> {
  /**
   * `issuedAt` is in epoch milliseconds by the clock of the replica that issued the code; other replicas may
   * differ.
   */
  issuedAt: number;
  dueAt: number;
}

const issuedAt = ({ codeExpiresAt, refreshInterval }: FreshCode) =>
  Date.parse(codeExpiresAt) - refreshInterval * 1000;

/** A code that the server has just issued; its remaining time does not depend on this device's clock. */
export const freshCode = (code: FreshCode, now: number): ShownCode => ({
  qrCode: code.qrCode,
  refreshInterval: code.refreshInterval,
  ...(code.nextCodes && { nextCodes: code.nextCodes }),
  issuedAt: issuedAt(code),
  // A code from the session's answer has only an expiry time.
  dueAt: now + (code.shownForMs ?? code.refreshInterval * 1000),
});

/** Undefined if the session has ended, or if the caller may not show its code. */
export const currentCodeOf = (session: Session): FreshCode | undefined => {
  const { active, qrCode, codeExpiresAt, refreshInterval = DEFAULT_REFRESH_INTERVAL } = session;
  return active && qrCode && codeExpiresAt ? { qrCode, codeExpiresAt, refreshInterval } : undefined;
};

/**
 * A code at an unknown point of its lifetime. The code is shown for at most one interval. With a wrong device
 * clock the next code is requested too early, but an expired code is never shown for long.
 */
export const loadedCode = (code: FreshCode, receivedAt: number): ShownCode => {
  const fresh = freshCode(code, receivedAt);
  return { ...fresh, dueAt: Math.min(fresh.dueAt, Date.parse(code.codeExpiresAt)) };
};

/** The code that was issued last, because another page may have refreshed it. */
export const newerCode = (known: ShownCode, renewed: ShownCode | undefined): ShownCode =>
  renewed && (renewed.issuedAt >= known.issuedAt || renewed.nextCodes?.includes(known.qrCode))
    ? renewed
    : known;

/**
 * The code of the current window among the codes known in advance. The last known code is shown until the
 * server answers.
 */
export const codeAt = (code: ShownCode, now: number): ShownCode => {
  const { nextCodes = [], refreshInterval, dueAt, issuedAt } = code;
  const windows = Math.min(nextCodes.length, Math.ceil((now + 1 - dueAt) / (refreshInterval * 1000)));
  const qrCode = nextCodes[windows - 1];
  if (windows <= 0 || qrCode === undefined) return code;
  const later = windows * refreshInterval * 1000;
  return {
    qrCode,
    refreshInterval,
    nextCodes: nextCodes.slice(windows),
    issuedAt: issuedAt + later,
    dueAt: dueAt + later,
  };
};

/** Whole seconds until the next code, from the interval down to 0. */
export const secondsLeft = ({ dueAt, refreshInterval }: ShownCode, now: number): number =>
  Math.min(refreshInterval, Math.max(0, Math.ceil((dueAt - now) / 1000)));
