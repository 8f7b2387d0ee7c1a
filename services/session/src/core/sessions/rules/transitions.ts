import type { SessionEdit, SessionPolicy } from '@qr-attendance/contracts';
import type { SessionChange } from '@qr-attendance/contracts/events';
import { campusDay, conflict } from '@qr-attendance/server';
import type { Place } from '../../rooms/rules/place.ts';
import { isActive, type Session } from './session.ts';

export interface Author {
  by: string | null;
  at: Date;
}

const revise = (session: Session, change: SessionChange, { by, at }: Author): Session => {
  const { date, startTime, endTime, lateAfterMinutes, sections, room, online } = session;
  const place = { ...(room ? { room } : {}), ...(online ? { online } : {}) };
  const covered = sections ? { sections } : {};
  const revision = { at, by, change, date, startTime, endTime, lateAfterMinutes, ...covered, ...place };
  return { ...session, version: session.version + 1, revisions: [...session.revisions, revision] };
};

const MAX_REVISIONS = 200;
/**
 * Each revision repeats the sections, and a Kafka message is limited to 1 MiB. The rest is reserved for other
 * fields and for the last revisions, because ending and canceling must always be possible.
 */
const MAX_REVISIONS_BYTES = 800_000;

const requireRevisable = ({ revisions }: Session): void => {
  if (revisions.length >= MAX_REVISIONS || Buffer.byteLength(JSON.stringify(revisions)) > MAX_REVISIONS_BYTES)
    throw conflict('changed_too_often', 'This class was changed too often.');
};

export const toCreated = (session: Omit<Session, 'version' | 'revisions'>, author: Author): Session =>
  revise({ ...session, version: 0, revisions: [] }, 'created', author);

export const toMoved = (session: Session, author: Author): Session => revise(session, 'edited', author);

export const toEnded = (session: Session, now: Date, by: string | null): Session => {
  const isPast = session.endTime !== undefined && session.endTime < now;
  const endedAt = isPast ? session.endTime : now;
  const author = { by: isPast ? null : by, at: endedAt ?? now };
  return revise({ ...session, active: false, endedAt, endTime: endedAt }, 'ended', author);
};

/**
 * A session without an end time ends this long after its start or the last display of its code, whichever is
 * later.
 */
const endsUnattendedAt = (
  { startTime, codeLastShownAt }: Pick<Session, 'startTime' | 'codeLastShownAt'>,
  openEndedMs: number,
): Date => {
  const last = codeLastShownAt && codeLastShownAt > startTime ? codeLastShownAt : startTime;
  return new Date(last.getTime() + openEndedMs);
};

export const toOverdueEnded = (session: Session, now: Date, openEndedMs: number): Session => {
  if (session.endTime) return toEnded(session, now, null);
  const ended = toEnded({ ...session, endTime: endsUnattendedAt(session, openEndedMs) }, now, null);
  return { ...ended, endedUnattended: true };
};

/** Applies the end time even if the end is not stored yet. */
export const toSettled = (stored: Session, now: Date): Session =>
  stored.active && !isActive(stored, now) ? toEnded(stored, now, null) : stored;

export const toDeleted = (session: Session, author: Author): Session => {
  const canceled = session.canceledAt ? session : toCanceled(session, author);
  return {
    ...revise({ ...canceled, deletedAt: author.at }, 'deleted', author),
    version: session.version + 1,
  };
};

export const toConfirmed = (stored: Session, author: Author): Session => ({
  ...revise({ ...toSettled(stored, author.at), confirmedAt: author.at }, 'confirmed', author),
  version: stored.version + 1,
});

export const toCanceled = (stored: Session, author: Author): Session => {
  const session = toSettled(stored, author.at);
  const endedAt = session.active ? author.at : session.endedAt;
  const canceled = { ...session, active: false, endedAt, canceledAt: author.at };
  return { ...revise(canceled, 'canceled', author), version: stored.version + 1 };
};

export const toReopened = (canceled: Session, author: Author): Session => {
  requireRevisable(canceled);
  const { canceledAt, endedAt, ...session } = canceled;
  const hadEnded = canceledAt !== undefined && endedAt !== undefined && endedAt < canceledAt;
  return revise({ ...session, ...(hadEnded ? { endedAt } : { active: true }) }, 'reopened', author);
};

type PlaceField = 'useLocation' | 'locationRadius' | 'roomId';

export const toEdited = (
  stored: Session,
  edit: Pick<SessionEdit, 'startTime' | 'endTime' | 'lateAfterMinutes' | 'sections'> & {
    place: Omit<Place, 'networks'>;
    policy?: SessionPolicy | undefined;
  },
  author: Author,
  zone: string,
): Session => {
  requireRevisable(stored);
  const { location, room, online } = edit.place;
  const startTime = new Date(edit.startTime);
  const sections = edit.sections ?? stored.sections;
  const changes = {
    date: campusDay(startTime, zone),
    startTime,
    endTime: edit.endTime ? new Date(edit.endTime) : undefined,
    location,
    room,
    online,
    sections: sections && sections.length > 0 ? sections : undefined,
    lateAfterMinutes: edit.lateAfterMinutes,
    policy: { ...stored.policy, ...edit.policy },
  } satisfies Record<Exclude<keyof SessionEdit, PlaceField | 'version'> | keyof typeof edit.place, unknown>;
  return revise({ ...stored, ...changes }, 'edited', author);
};
