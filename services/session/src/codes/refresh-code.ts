import type { FreshCode } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import { isFresh, shownUntil } from './rules/code.ts';
import { isActive, type RefreshInterval, type Session } from '../sessions/rules/session.ts';
import type { FindOwnSession } from '../sessions/find-own-session.ts';
import type { RotateCode } from './rotate-code.ts';

interface Deps {
  findOwnSession: FindOwnSession;
  rotateCode: RotateCode;
  clock: () => Date;
}

/** Whoever loses a race finds the winner's code fresh; only pages that want different intervals race on. */
const TRIES = 5;

const toFreshCode = ({ currentCode: { code, issuedAt }, refreshInterval }: Session): FreshCode => ({
  qrCode: code,
  refreshInterval,
  codeExpiresAt: shownUntil(issuedAt, refreshInterval).toISOString(),
});

/**
 * Makes the next code of an active session, and changes how long codes live when asked to. A code made a moment ago is
 * answered once more: two open pages of one session would shorten each other's codes.
 */
export const makeRefreshCode =
  ({ findOwnSession, rotateCode, clock }: Deps) =>
  async (teacher: Caller, id: string, wanted?: RefreshInterval): Promise<FreshCode> => {
    for (let left = TRIES; left > 0; left -= 1) {
      const session = await findOwnSession(teacher, id);
      const now = clock();
      if (!isActive(session, now)) break;
      const { refreshInterval, currentCode } = session;
      if (isFresh(currentCode, now) && (wanted ?? refreshInterval) === refreshInterval)
        return toFreshCode(session);
      const rotated = await rotateCode(session, wanted ?? refreshInterval, now, currentCode.code);
      if (rotated) return toFreshCode(rotated);
    }
    throw new DomainError('conflict', 'session_ended', 'This session has ended.');
  };
