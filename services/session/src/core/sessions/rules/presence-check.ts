import { createHmac, createSecretKey } from 'node:crypto';
import {
  lateFromOf,
  PRESENCE_CHECK_SECONDS,
  type PresenceCheck as PresenceCheckAnswer,
} from '@qr-attendance/contracts';
import type { PresenceCheck } from '../../../db/stored-session.ts';
import { stateOf, type Session } from './session.ts';

type PresenceCheckSource = Pick<
  Session,
  'startTime' | 'endTime' | 'lateAfterMinutes' | 'currentCode' | 'presenceCheck'
>;

const MINUTE_MS = 60_000;
const CHECK_MS = PRESENCE_CHECK_SECONDS * 1000;
const USUAL_CLASS_MS = 60 * MINUTE_MS;
const MIN_CLASS_MS = 10 * MINUTE_MS;
/** Parts of the class between which the check starts, because people arrive and leave before and after. */
const FIRST_PART = 0.2;
const LAST_PART = 0.8;
/**
 * The check also starts at least this long after the start and after the late limit, if at least
 * `MIN_REMAINING_SHARE` of the class remains to choose from.
 */
const AFTER_START_MS = 5 * MINUTE_MS;
const MIN_REMAINING_SHARE = 0.2;
/** Pause between a check that was not shown to its end and the next one. */
const PAUSE_AFTER_VOID_MS = 2 * MINUTE_MS;
/** Limits repetitions if the projector view is closed each time. */
export const MAX_ROUNDS = 3;

/** Phones that load the page slowly may answer until this long after the end. */
const GRACE_MS = 15_000;
/** A projector view that shows the check this close to its end has shown all of it. */
const CONFIRMED_BEFORE_END_MS = 15_000;
/** The confirmation may arrive until this long after the end of the check. */
const CONFIRMED_AFTER_END_MS = 10_000;

/**
 * A number in [0, 1) for a round of a session, derived from the secret of its codes. It is not stored: every
 * replica computes the same number, even after a restart.
 */
export const randomFractionOf = (secret: string, round: number): number =>
  createHmac('sha256', createSecretKey(secret, 'base64url'))
    .update(`presence-check.${round}`)
    .digest()
    .readUIntBE(0, 6) /
  2 ** 48;

export const momentOf = (
  { startTime, endTime, lateAfterMinutes, presenceCheck }: Omit<PresenceCheckSource, 'currentCode'>,
  draw: number,
): Date | undefined => {
  const start = startTime.getTime();
  const length = endTime ? endTime.getTime() - start : USUAL_CLASS_MS;
  if (length < MIN_CLASS_MS) return undefined;
  const last = LAST_PART * length;
  const lateFrom = lateFromOf({ startTime, lateAfterMinutes });
  const afterLate = lateFrom ? lateFrom.getTime() - start + AFTER_START_MS : 0;
  const first = Math.max(
    FIRST_PART * length,
    AFTER_START_MS,
    afterLate <= last - MIN_REMAINING_SHARE * length ? afterLate : 0,
    presenceCheck ? presenceCheck.endsAt.getTime() + PAUSE_AFTER_VOID_MS - start : 0,
  );
  return new Date(start + first + draw * Math.max(0, last - first));
};

/** Teachers cannot start a check during another check, or after a check that counts. */
export const canStartCheck = ({ presenceCheck, endTime }: PresenceCheckSource, now: Date): boolean =>
  (!presenceCheck ||
    (!presenceCheck.confirmed && now.getTime() >= presenceCheck.endsAt.getTime() + CONFIRMED_AFTER_END_MS)) &&
  (!endTime || now.getTime() + CHECK_MS <= endTime.getTime());

export const isCheckDue = (source: PresenceCheckSource, now: Date): boolean => {
  const { currentCode, presenceCheck } = source;
  const round = presenceCheck?.round ?? 0;
  if (round >= MAX_ROUNDS || !canStartCheck(source, now)) return false;
  const moment = momentOf(source, randomFractionOf(currentCode.secret, round));
  return moment !== undefined && moment <= now;
};

export const withOpenedCheck = ({ presenceCheck }: PresenceCheckSource, now: Date): PresenceCheck => ({
  openedAt: now,
  endsAt: new Date(now.getTime() + CHECK_MS),
  confirmed: false,
  round: (presenceCheck?.round ?? 0) + 1,
});

const isOpenNow = ({ presenceCheck }: Pick<PresenceCheckSource, 'presenceCheck'>, now: Date): boolean =>
  presenceCheck !== undefined && presenceCheck.openedAt <= now && now < presenceCheck.endsAt;

export const isConfirmedBy = ({ endsAt, confirmed }: PresenceCheck, now: Date): boolean =>
  !confirmed &&
  now.getTime() >= endsAt.getTime() - CONFIRMED_BEFORE_END_MS &&
  now.getTime() < endsAt.getTime() + CONFIRMED_AFTER_END_MS;

export const answersPresenceCheck = (
  { presenceCheck }: Pick<PresenceCheckSource, 'presenceCheck'>,
  scannedAt: Date,
  extraMinutes: number,
): boolean =>
  presenceCheck !== undefined &&
  // Scans have times in whole seconds.
  scannedAt.getTime() >= Math.floor(presenceCheck.openedAt.getTime() / 1000) * 1000 &&
  scannedAt.getTime() < presenceCheck.endsAt.getTime() + GRACE_MS + extraMinutes * MINUTE_MS;

export const hasPresenceCheck = ({ policy }: Pick<Session, 'policy'>): boolean =>
  policy.presenceCheck !== undefined && policy.presenceCheck !== 'off';

/** Shows the teacher whether the check is due, but never its time in advance. */
export const presentPresenceCheck = (session: Session, now: Date): PresenceCheckAnswer | undefined => {
  if (!hasPresenceCheck(session)) return undefined;
  const { presenceCheck } = session;
  const due = stateOf(session, now) === 'running' && isCheckDue(session, now) ? { due: true } : {};
  if (!presenceCheck) return { state: 'waiting', ...due };
  const { openedAt, endsAt, confirmed } = presenceCheck;
  const times = { openedAt: openedAt.toISOString(), endsAt: endsAt.toISOString() };
  return isOpenNow(session, now)
    ? { state: 'open', ...times, endsInMs: endsAt.getTime() - now.getTime() }
    : { state: confirmed ? 'over' : 'void', ...times, ...due };
};
