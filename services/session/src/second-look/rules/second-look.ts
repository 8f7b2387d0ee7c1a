import { createHmac, createSecretKey } from 'node:crypto';
import { SECOND_LOOK_SECONDS, type SecondLook as SecondLookAnswer } from '@qr-attendance/contracts';
import { stateOf, type SecondLook, type Session } from '../../sessions/rules/session.ts';

/** The part of a session that its second look depends on. */
type SecondLookSource = Pick<
  Session,
  'startTime' | 'endTime' | 'lateAfterMinutes' | 'currentCode' | 'secondLook'
>;

const MINUTE_MS = 60_000;
const LOOK_MS = SECOND_LOOK_SECONDS * 1000;
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
export const MOST_ROUNDS = 3;

/** When a phone that opens the page slowly is still in time: so long after the end. */
const GRACE_MS = 15_000;
/** A wall that shows it so shortly before its end has shown it whole. */
const CONFIRMED_BEFORE_END_MS = 15_000;
/** What a wall says may be under way so long. */
const CONFIRMED_AFTER_END_MS = 10_000;

/**
 * A number from 0 to less than 1 for a round of a session, made of the random secret of the session's codes: every replica
 * knows it, after a restart too, and it is written nowhere.
 * @param secret base64url
 */
export const drawOf = (secret: string, round: number): number =>
  createHmac('sha256', createSecretKey(secret, 'base64url'))
    .update(`second-look.${round}`)
    .digest()
    .readUIntBE(0, 6) /
  2 ** 48;

/**
 * When a class is asked once more. It follows the session's times, so that it moves with them.
 * @param draw from 0 to less than 1
 * @returns undefined for a class that is too short
 */
export const momentOf = (
  { startTime, endTime, lateAfterMinutes, secondLook }: Omit<SecondLookSource, 'currentCode'>,
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
    secondLook ? secondLook.endsAt.getTime() + AFTER_VOID_MS - start : 0,
  );
  return new Date(start + first + draw * Math.max(0, last - first));
};

/** Whether the class may be asked now: not while it is, nor after one that counts. */
export const mayAsk = ({ secondLook, endTime }: SecondLookSource, now: Date): boolean =>
  (!secondLook ||
    (!secondLook.confirmed && now.getTime() >= secondLook.endsAt.getTime() + CONFIRMED_AFTER_END_MS)) &&
  (!endTime || now.getTime() + LOOK_MS <= endTime.getTime());

/** Whether its own moment to be asked has come. */
export const isDue = (source: SecondLookSource, now: Date): boolean => {
  const { currentCode, secondLook } = source;
  const round = secondLook?.round ?? 0;
  if (round >= MOST_ROUNDS || !mayAsk(source, now)) return false;
  const moment = momentOf(source, drawOf(currentCode.secret, round));
  return moment !== undefined && moment <= now;
};

export const toAsked = ({ secondLook }: SecondLookSource, now: Date): SecondLook => ({
  openedAt: now,
  endsAt: new Date(now.getTime() + LOOK_MS),
  confirmed: false,
  round: (secondLook?.round ?? 0) + 1,
});

const isOpenNow = ({ secondLook }: Pick<SecondLookSource, 'secondLook'>, now: Date): boolean =>
  secondLook !== undefined && secondLook.openedAt <= now && now < secondLook.endsAt;

/** Whether a wall that shows the code now shows that this second look was seen to its end. */
export const isConfirmedBy = ({ endsAt, confirmed }: SecondLook, now: Date): boolean =>
  !confirmed &&
  now.getTime() >= endsAt.getTime() - CONFIRMED_BEFORE_END_MS &&
  now.getTime() < endsAt.getTime() + CONFIRMED_AFTER_END_MS;

/** Whether a scan answers the second look. @param extraMinutes what its student has more than others */
export const answersSecondLook = (
  { secondLook }: Pick<SecondLookSource, 'secondLook'>,
  scannedAt: Date,
  extraMinutes: number,
): boolean =>
  secondLook !== undefined &&
  // Scans are counted in whole seconds.
  scannedAt.getTime() >= Math.floor(secondLook.openedAt.getTime() / 1000) * 1000 &&
  scannedAt.getTime() < secondLook.endsAt.getTime() + GRACE_MS + extraMinutes * MINUTE_MS;

/** Whether the class of a session is asked once more. */
export const hasSecondLook = ({ policy }: Pick<Session, 'policy'>): boolean =>
  policy.secondLook !== undefined && policy.secondLook !== 'off';

/** The second look as the session's own teacher is told: whether its moment has come, never when it will. */
export const presentSecondLook = (session: Session, now: Date): SecondLookAnswer | undefined => {
  if (!hasSecondLook(session)) return undefined;
  const { secondLook } = session;
  const due = stateOf(session, now) === 'running' && isDue(session, now) ? { due: true } : {};
  if (!secondLook) return { state: 'waiting', ...due };
  const { openedAt, endsAt, confirmed } = secondLook;
  const times = { openedAt: openedAt.toISOString(), endsAt: endsAt.toISOString() };
  return isOpenNow(session, now)
    ? { state: 'open', ...times, endsInMs: endsAt.getTime() - now.getTime() }
    : { state: confirmed ? 'over' : 'void', ...times, ...due };
};
