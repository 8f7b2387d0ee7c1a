import type { FreshCode, RefreshInterval } from '@qr-attendance/contracts';
import { type Caller, conflict, RETRY, retryOnConflict } from '@qr-attendance/server';
import { findSessionFor, type SessionAccess } from '../../core/sessions/find-session-for.ts';
import { recordCodeShown } from '../../core/sessions/record-code-shown.ts';
import { isActive, isOpen, opensAt, type Session } from '../../core/sessions/rules/session.ts';
import {
  codesAfter,
  codesReplacedAt,
  isFresh,
  isFromFuture,
  shownCode,
  shownUntil,
} from '../../core/codes/rules/code-lifetime.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { CurrentCodes } from '../../core/codes/current-codes.ts';

interface RotationDeps {
  sessions: Sessions;
  currentCodes: CurrentCodes;
  graceSeconds: number;
}
export interface RefreshStores extends RotationDeps, SessionAccess {
  opensBeforeMinutes: number;
}

/** Replaces the current code; the previous one is valid only during its grace period. */
const rotateCode = async (
  { sessions, graceSeconds }: RotationDeps,
  session: Session,
  refreshInterval: RefreshInterval,
  now: Date,
): Promise<Session | undefined> => {
  const { secret, refreshes } = session.currentCode;
  const replaced = codesReplacedAt(session, now, graceSeconds);
  const currentCode = { secret, refreshes: refreshes + 1, issuedAt: now, replaced };
  const rotated = { ...session, currentCode, refreshInterval };
  return (await sessions.replaceCode(rotated, now)) ? rotated : undefined;
};

export const requireOpen = (
  { opensBeforeMinutes }: { opensBeforeMinutes: number },
  session: Session,
  now: Date,
): void => {
  if (isOpen(session, now, opensBeforeMinutes)) return;
  throw conflict('code_not_open', `This code opens ${opensBeforeMinutes} min before the class starts.`, {
    startTime: session.startTime.toISOString(),
    opensAt: opensAt(session, opensBeforeMinutes).toISOString(),
    minutes: opensBeforeMinutes,
  });
};

const toFreshCode = (session: Session, now: Date): FreshCode => {
  const shown = shownCode(session, now);
  const until = shownUntil(shown.issuedAt, session.refreshInterval);
  return {
    qrCode: shown.code,
    refreshInterval: session.refreshInterval,
    codeExpiresAt: until.toISOString(),
    shownForMs: until.getTime() - now.getTime(),
    // Omitted for burst codes, because their short lifetime would be useless if the next codes were known.
    ...(!session.policy.burstCodes && { nextCodes: codesAfter(session, now) }),
  };
};

/**
 * Returns the code that a page shows next, and changes the interval on request. A new code of the current window is
 * returned again, even to a second page: two open pages would otherwise shorten each other's codes. An older code is
 * replaced early, except if the page names a different code, because its request was repeated or the window has
 * changed. Only callers who may show the code get the next codes, and no code is accepted before its time.
 */
export const refreshCode = (
  context: RefreshStores,
  teacher: Caller,
  id: string,
  {
    refreshInterval: wanted,
    replaces,
    unattended = false,
  }: {
    refreshInterval?: RefreshInterval | undefined;
    replaces?: string | undefined;
    unattended?: boolean | undefined;
  } = {},
): Promise<FreshCode> =>
  // A request that loses a race finds a fresh code, so only pages with different intervals compete.
  retryOnConflict('code', async () => {
    const session = await findSessionFor(context, teacher, 'showCode', id);
    const now = context.clock();
    if (!isActive(session, now)) throw conflict('session_ended', 'This class has ended.');
    requireOpen(context, session, now);
    const { refreshInterval } = session;
    const current = shownCode(session, now);
    const isReplaced = replaces !== undefined && replaces !== current.code && !isFromFuture(current, now);
    const isKept = (isReplaced || isFresh(current, now)) && (wanted ?? refreshInterval) === refreshInterval;
    const showing = isKept ? session : await rotateCode(context, session, wanted ?? refreshInterval, now);
    if (!showing) return RETRY;
    context.currentCodes.track(showing, now);
    if (!unattended) await recordCodeShown(context, showing, now);
    return toFreshCode(showing, now);
  });
