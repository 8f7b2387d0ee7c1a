import { createHmac, createSecretKey } from 'node:crypto';
import { PRESENCE_CHECK_SECONDS, type PresenceCheck as PresenceCheckAnswer } from '@qr-attendance/contracts';
import { stateOf, type PresenceCheck, type Session } from '../../sessions/rules/session.ts';

/** The part of a session that its presence check depends on. */
type PresenceCheckSource = Pick<
  Session,
  'startTime' | 'endTime' | 'lateAfterMinutes' | 'currentCode' | 'presenceCheck'
>;

const MINUTE_MS = 60_000;
const LOOK_MS = PRESENCE_CHECK_SECONDS * 1000;
/** A class that is open-ended is taken to be so long. */
const USUAL_CLASS_MS = 60 * MINUTE_MS;
/** In a shorter class only its teacher asks. */
const SHORTEST_CLASS_MS = 10 * MINUTE_MS;
/** Parts of the class between which it is asked: not while people arrive or pack up. */
const FIRST_PART = 0.2;
const LAST_PART = 0.8;
/** Not so soon after the start, nor after the late limit where that leaves at least `ROOM` of the class to choose from. */
const AFTER_START_MS = 5 * MINUTE_MS;
const ROOM = 0.2;
/** Between one that nobody could see to its end, and the next. */
const AFTER_VOID_MS = 2 * MINUTE_MS;
/** Somebody who closes the wall each time is not asked for ever. */
export const MAX_ROUNDS = 3;

/** When a phone that opens the page slowly is still in time: so long after the end. */
const GRACE_MS = 15_000;
/** A wall that shows it so shortly before its end has shown it whole. */
const CONFIRMED_BEFORE_END_MS = 15_000;
/** A confirmation may arrive this long after the end of the check. */
const CONFIRMED_AFTER_END_MS = 10_000;

/**
 * A number from 0 to less than 1 for a round of a session, made of the random secret of the session's codes: every replica
 * knows it, after a restart too, and it is written nowhere.
 * @param secret base64url
 */
export const drawOf = (secret: string, round: number): number =>
  createHmac('sha256', createSecretKey(secret, 'base64url'))
    .update(`presence-check.${round}`)
    .digest()
    .readUIntBE(0, 6) /
  2 ** 48;

/**
 * When a class is asked once more. It follows the session's times, so that it moves with them.
 * @param draw from 0 to less than 1
 * @returns undefined for a class that is too short
 */
export const momentOf = (
  { startTime, endTime, lateAfterMinutes, presenceCheck }: Omit<PresenceCheckSource, 'currentCode'>,
  draw: number,
): Date | undefined => {
  const start = startTime.getTime();
  const length = endTime ? endTime.getTime() - start : USUAL_CLASS_MS;
  if (length < SHORTEST_CLASS_MS) return undefined;
  const last = LAST_PART * length;
  const afterLate = lateAfterMinutes > 0 ? lateAfterMinutes * MINUTE_MS + AFTER_START_MS : 0;
  const first = Math.max(
    FIRST_PART * length,
    AFTER_START_MS,
    afterLate <= last - ROOM * length ? afterLate : 0,
    presenceCheck ? presenceCheck.endsAt.getTime() + AFTER_VOID_MS - start : 0,
  );
  return new Date(start + first + draw * Math.max(0, last - first));
};

/** Whether the class may be asked now: not while it is, nor after one that counts. */
export const mayAsk = ({ presenceCheck, endTime }: PresenceCheckSource, now: Date): boolean =>
  (!presenceCheck ||
    (!presenceCheck.confirmed && now.getTime() >= presenceCheck.endsAt.getTime() + CONFIRMED_AFTER_END_MS)) &&
  (!endTime || now.getTime() + LOOK_MS <= endTime.getTime());

/** Whether its own moment to be asked has come. */
export const isDue = (source: PresenceCheckSource, now: Date): boolean => {
  const { currentCode, presenceCheck } = source;
  const round = presenceCheck?.round ?? 0;
  if (round >= MAX_ROUNDS || !mayAsk(source, now)) return false;
  const moment = momentOf(source, drawOf(currentCode.secret, round));
  return moment !== undefined && moment <= now;
};

export const toAsked = ({ presenceCheck }: PresenceCheckSource, now: Date): PresenceCheck => ({
  openedAt: now,
  endsAt: new Date(now.getTime() + LOOK_MS),
  confirmed: false,
  round: (presenceCheck?.round ?? 0) + 1,
});

const isOpenNow = ({ presenceCheck }: Pick<PresenceCheckSource, 'presenceCheck'>, now: Date): boolean =>
  presenceCheck !== undefined && presenceCheck.openedAt <= now && now < presenceCheck.endsAt;

/** Whether a wall that shows the code now shows that this presence check was seen to its end. */
export const isConfirmedBy = ({ endsAt, confirmed }: PresenceCheck, now: Date): boolean =>
  !confirmed &&
  now.getTime() >= endsAt.getTime() - CONFIRMED_BEFORE_END_MS &&
  now.getTime() < endsAt.getTime() + CONFIRMED_AFTER_END_MS;

/** Whether a scan answers the presence check. @param extraMinutes what its student has more than others */
export const answersPresenceCheck = (
  { presenceCheck }: Pick<PresenceCheckSource, 'presenceCheck'>,
  scannedAt: Date,
  extraMinutes: number,
): boolean =>
  presenceCheck !== undefined &&
  // Scans are counted in whole seconds.
  scannedAt.getTime() >= Math.floor(presenceCheck.openedAt.getTime() / 1000) * 1000 &&
  scannedAt.getTime() < presenceCheck.endsAt.getTime() + GRACE_MS + extraMinutes * MINUTE_MS;

/** Whether the class of a session is asked once more. */
export const hasPresenceCheck = ({ policy }: Pick<Session, 'policy'>): boolean =>
  policy.presenceCheck !== undefined && policy.presenceCheck !== 'off';

/** The presence check as the session's own teacher is told: whether its moment has come, never when it will. */
export const presentPresenceCheck = (session: Session, now: Date): PresenceCheckAnswer | undefined => {
  if (!hasPresenceCheck(session)) return undefined;
  const { presenceCheck } = session;
  const due = stateOf(session, now) === 'running' && isDue(session, now) ? { due: true } : {};
  if (!presenceCheck) return { state: 'waiting', ...due };
  const { openedAt, endsAt, confirmed } = presenceCheck;
  const times = { openedAt: openedAt.toISOString(), endsAt: endsAt.toISOString() };
  return isOpenNow(session, now)
    ? { state: 'open', ...times, endsInMs: endsAt.getTime() - now.getTime() }
    : { state: confirmed ? 'over' : 'void', ...times, ...due };
};
