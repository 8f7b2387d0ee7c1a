import type { FreshCode } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findOwnSession } from '../sessions/end-session.ts';
import { recordShown } from './record-shown.ts';
import {
  isActive,
  isOpen,
  opensAt,
  type CurrentCode,
  type RefreshInterval,
  type Session,
} from '../sessions/rules/session.ts';
import {
  acceptedUntil,
  isFresh,
  liveCodesOf,
  makeCode,
  replacedAcceptedUntil,
  shownCode,
  shownUntil,
} from './rules/code.ts';

/** With 32^8 codes a second collision in a row is as good as impossible. */
const TRIES_FOR_A_FREE_CODE = 5;

/**
 * Issues the first code of a row that no other session shows.
 * @param from where the row goes on; a new one has a secret of its own
 */
export const issueCode = async (
  { codes, newSecret, graceSeconds }: Pick<Context, 'codes' | 'newSecret' | 'graceSeconds'>,
  sessionId: string,
  refreshInterval: RefreshInterval,
  now: Date,
  from: Pick<CurrentCode, 'secret' | 'refreshes'> = {},
): Promise<CurrentCode> => {
  const { secret = newSecret(), refreshes = 0 } = from;
  for (let more = 0; more < TRIES_FOR_A_FREE_CODE; more += 1) {
    const code = makeCode(secret, refreshes + more, 0);
    const expiresAt = acceptedUntil(now, refreshInterval, graceSeconds);
    if (await codes.insert({ code, sessionId, issuedAt: now, expiresAt }))
      return { code, issuedAt: now, secret, refreshes: refreshes + more };
  }
  throw new Error(`no free code found in ${TRIES_FOR_A_FREE_CODE} tries`);
};

type Rotating = Pick<Context, 'sessions' | 'codes' | 'liveCodes' | 'newSecret' | 'graceSeconds'>;

/**
 * Gives a session another code than that of the clock; the one before is good only within its grace.
 * @param taken a code that another session shows, and this one never did
 * @returns the session with its new code; undefined when it has ended or somebody else was quicker
 */
const rotateCode = async (
  context: Rotating,
  session: Session,
  refreshInterval: RefreshInterval,
  now: Date,
  taken?: string,
): Promise<Session | undefined> => {
  const { sessions, codes, liveCodes, graceSeconds } = context;
  const { secret, refreshes = 0, code: before } = session.currentCode;
  const from = secret === undefined ? {} : { secret, refreshes: refreshes + 1 };
  const issued = await issueCode(context, session.id, refreshInterval, now, from);
  const diesAt = replacedAcceptedUntil(now, graceSeconds);
  const replaced = liveCodesOf(session, now, graceSeconds)
    .filter(({ code }) => code !== taken)
    .map(({ code, expiresAt }) => ({ code, expiresAt: expiresAt < diesAt ? expiresAt : diesAt }));
  const next = { currentCode: { ...issued, replaced }, refreshInterval };
  if (!(await sessions.replaceCode(session.id, next, now, before))) {
    await codes.remove(issued.code);
    return undefined;
  }
  await codes.shortenOthers(session.id, issued.code, diesAt);
  const rotated = { ...session, ...next };
  liveCodes.learn(rotated, now);
  return rotated;
};

/** Lets replicas of the release before know a code that a page is shown. @returns false when it is another session's */
const publishCode = async (
  { codes, graceSeconds }: Pick<Context, 'codes' | 'graceSeconds'>,
  { id, refreshInterval }: Session,
  { code, issuedAt }: Pick<CurrentCode, 'code' | 'issuedAt'>,
): Promise<boolean> => {
  const isOwn = async () => (await codes.find(code))?.sessionId === id;
  const known = await codes.find(code);
  if (known) return known.sessionId === id;
  const expiresAt = acceptedUntil(issuedAt, refreshInterval, graceSeconds);
  return (await codes.insert({ code, sessionId: id, issuedAt, expiresAt })) || isOwn();
};

/**
 * Makes sure that a session has a code to show, and that no other session shows the same one.
 * @returns undefined when it has ended or somebody else was quicker
 */
export const ensureShownCode = async (
  context: Rotating,
  session: Session,
  now: Date,
): Promise<Session | undefined> => {
  const shown = shownCode(session, now);
  if (shown && (await publishCode(context, session, shown))) {
    context.liveCodes.learn(session, now);
    return session;
  }
  return rotateCode(context, session, session.refreshInterval, now, shown?.code);
};

/**
 * A session with a secret of its codes, which it lacks where the release before has made the last one.
 * @returns undefined when it has ended or somebody else was quicker
 */
export const ensureSecret = async (
  context: Rotating,
  session: Session,
  now: Date,
): Promise<Session | undefined> =>
  session.currentCode.secret === undefined
    ? rotateCode(context, session, session.refreshInterval, now)
    : session;

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

/** A request that loses a race finds the winner's code fresh; only pages that want different intervals race on. */
const TRIES = 5;

const toFreshCode = (session: Session, now: Date): FreshCode | undefined => {
  const shown = shownCode(session, now);
  if (!shown) return undefined;
  const until = shownUntil(shown.issuedAt, session.refreshInterval);
  return {
    qrCode: shown.code,
    refreshInterval: session.refreshInterval,
    codeExpiresAt: until.toISOString(),
    shownForMs: until.getTime() - now.getTime(),
  };
};

/**
 * Tells the code that a page shows next, and changes how long codes live when asked to. The clock's own code will do
 * while it is new, also for a second page: two open pages of one session would shorten each other's codes. Later the
 * next one is made ahead of the clock. A page never gets a code before its time.
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
    const { refreshInterval } = session;
    const shown = shownCode(session, now);
    const isNew = shown && isFresh(shown, now) && (wanted ?? refreshInterval) === refreshInterval;
    const showing = isNew
      ? await ensureShownCode(context, session, now)
      : await rotateCode(context, session, wanted ?? refreshInterval, now);
    const fresh = showing && toFreshCode(showing, now);
    if (showing && fresh) {
      await recordShown(context, showing, now);
      return fresh;
    }
  }
  throw new DomainError('conflict', 'session_ended', 'This session has ended.');
};
