import type { FreshCode } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findOwnSession } from '../sessions/end-session.ts';
import {
  isActive,
  isOpen,
  opensAt,
  type CurrentCode,
  type RefreshInterval,
  type Session,
} from '../sessions/rules/session.ts';
import { acceptedUntil, isFresh, replacedAcceptedUntil, shownUntil } from './rules/code.ts';

/** With 32^8 codes a second collision in a row is as good as impossible. */
const TRIES_FOR_A_FREE_CODE = 5;

/** Issues a code that no other session has. */
export const issueCode = async (
  { codes, newCode, graceSeconds }: Pick<Context, 'codes' | 'newCode' | 'graceSeconds'>,
  sessionId: string,
  refreshInterval: RefreshInterval,
  now: Date,
): Promise<CurrentCode> => {
  for (let left = TRIES_FOR_A_FREE_CODE; left > 0; left -= 1) {
    const code = newCode();
    const expiresAt = acceptedUntil(now, refreshInterval, graceSeconds);
    if (await codes.insert({ code, sessionId, issuedAt: now, expiresAt })) return { code, issuedAt: now };
  }
  throw new Error(`no free code found in ${TRIES_FOR_A_FREE_CODE} tries`);
};

type Rotating = Pick<Context, 'sessions' | 'codes' | 'newCode' | 'graceSeconds'>;

/**
 * Gives a session its next code; the one before is good only within its grace.
 * @param onlyInPlaceOf replace no other code than this
 * @returns the session with its new code; undefined when it has ended or its code was another
 */
export const rotateCode = async (
  context: Rotating,
  session: Session,
  refreshInterval: RefreshInterval,
  now: Date,
  onlyInPlaceOf?: string,
): Promise<Session | undefined> => {
  const { sessions, codes, graceSeconds } = context;
  const currentCode = await issueCode(context, session.id, refreshInterval, now);
  const next = { currentCode, refreshInterval };
  const before = await sessions.replaceCode(session.id, next, now, onlyInPlaceOf);
  if (!before) {
    await codes.remove(currentCode.code);
    return undefined;
  }
  await codes.shorten(before.currentCode.code, replacedAcceptedUntil(now, graceSeconds));
  return { ...before, ...next };
};

/** @throws DomainError (conflict) while a session's code is neither shown nor taken, as it starts too much later */
export const requireOpen = (
  { opensBeforeMinutes }: Pick<Context, 'opensBeforeMinutes'>,
  session: Session,
  now: Date,
): void => {
  if (isOpen(session, now, opensBeforeMinutes)) return;
  throw new DomainError(
    'conflict',
    'session_not_open',
    `This code opens ${opensBeforeMinutes} min before the class starts.`,
    {
      startTime: session.startTime.toISOString(),
      opensAt: opensAt(session, opensBeforeMinutes).toISOString(),
    },
  );
};

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
export const refreshCode = async (
  context: Rotating & Pick<Context, 'clock' | 'opensBeforeMinutes'>,
  teacher: Caller,
  id: string,
  wanted?: RefreshInterval,
): Promise<FreshCode> => {
  for (let left = TRIES; left > 0; left -= 1) {
    const session = await findOwnSession(context, teacher, id);
    const now = context.clock();
    if (!isActive(session, now)) break;
    requireOpen(context, session, now);
    const { refreshInterval, currentCode } = session;
    if (isFresh(currentCode, now) && (wanted ?? refreshInterval) === refreshInterval)
      return toFreshCode(session);
    const rotated = await rotateCode(context, session, wanted ?? refreshInterval, now, currentCode.code);
    if (rotated) return toFreshCode(rotated);
  }
  throw new DomainError('conflict', 'session_ended', 'This session has ended.');
};
