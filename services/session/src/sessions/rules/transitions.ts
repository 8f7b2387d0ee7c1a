import type { SessionEdit, SessionPolicy } from '@qr-attendance/contracts';
import type { SessionChange } from '@qr-attendance/contracts/events';
import { DomainError } from '@qr-attendance/server';
import { campusDay, classroomOf, isActive, type Session } from './session.ts';

/** The person who changes a session, and when; no person for the system. */
export interface Author {
  by: string | null;
  at: Date;
}

/** A session's next version, with the revision that led to it. */
const revise = (session: Session, change: SessionChange, { by, at }: Author): Session => {
  const { date, startTime, endTime, lateAfterMinutes } = session;
  const revision = { at, by, change, date, startTime, endTime, lateAfterMinutes };
  return { ...session, version: session.version + 1, revisions: [...session.revisions, revision] };
};

/** More than anybody changes a class, and few enough for one event. */
const MAX_REVISIONS = 200;

/** @throws DomainError (conflict) for a session that was changed too often; it can still be ended and canceled */
const requireRevisable = ({ revisions }: Session): void => {
  if (revisions.length >= MAX_REVISIONS)
    throw new DomainError('conflict', 'changed_too_often', 'This class was changed too often.');
};

/** A session about to be created, in its first version. */
export const toCreated = (session: Omit<Session, 'version' | 'revisions'>, author: Author): Session =>
  revise({ ...session, version: 0, revisions: [] }, 'created', author);

/** An active session as it is once ended: by its end time if that has passed, else now, by `by`. */
export const toEnded = (session: Session, now: Date, by: string | null): Session => {
  const isPast = session.endTime !== undefined && session.endTime < now;
  const endedAt = isPast ? session.endTime : now;
  const author = { by: isPast ? null : by, at: endedAt ?? now };
  return revise({ ...session, active: false, endedAt, endTime: endedAt }, 'ended', author);
};

/** When a session without an end time ends by itself: so long after the later of its start and the last sight of its code. */
const endsUnattendedAt = (
  { startTime, codeLastShownAt }: Pick<Session, 'startTime' | 'codeLastShownAt'>,
  openEndedMs: number,
): Date => {
  const last = codeLastShownAt && codeLastShownAt > startTime ? codeLastShownAt : startTime;
  return new Date(last.getTime() + openEndedMs);
};

/** A session that is due to end, as it is once ended. */
export const toOverdueEnded = (session: Session, now: Date, openEndedMs: number): Session => {
  if (session.endTime) return toEnded(session, now, null);
  const ended = toEnded({ ...session, endTime: endsUnattendedAt(session, openEndedMs) }, now, null);
  return { ...ended, endedUnattended: true };
};

/** A session with the end that its end time gave it, whether or not anybody has written that down. */
export const toSettled = (stored: Session, now: Date): Session =>
  stored.active && !isActive(stored, now) ? toEnded(stored, now, null) : stored;

/** A session as it is once deleted: canceled, and shown to nobody. */
export const toDeleted = (session: Session, author: Author): Session => {
  const canceled = session.canceledAt ? session : toCanceled(session, author);
  return {
    ...revise({ ...canceled, deletedAt: author.at }, 'deleted', author),
    version: session.version + 1,
  };
};

/** A session whose teacher confirms that the class took place. */
export const toConfirmed = (stored: Session, author: Author): Session => ({
  ...revise({ ...toSettled(stored, author.at), confirmedAt: author.at }, 'confirmed', author),
  version: stored.version + 1,
});

/** A session as it is once canceled; one that is past its end ended before. */
export const toCanceled = (stored: Session, author: Author): Session => {
  const session = toSettled(stored, author.at);
  const endedAt = session.active ? author.at : session.endedAt;
  const canceled = { ...session, active: false, endedAt, canceledAt: author.at };
  return { ...revise(canceled, 'canceled', author), version: stored.version + 1 };
};

/** A canceled session as it is once reopened: as it was before, so that one which had ended stays so. */
export const toReopened = (canceled: Session, author: Author): Session => {
  requireRevisable(canceled);
  const { canceledAt, endedAt, ...session } = canceled;
  const hadEnded = canceledAt !== undefined && endedAt !== undefined && endedAt < canceledAt;
  return revise({ ...session, ...(hadEnded ? { endedAt } : { active: true }) }, 'reopened', author);
};

/** A session as its teacher wants it from now on. */
export const toEdited = (
  stored: Session,
  edit: Omit<SessionEdit, 'policy'> & { policy?: SessionPolicy | undefined },
  author: Author,
  zone: string,
): Session => {
  requireRevisable(stored);
  const { endTime: _end, location: _place, ...session } = stored;
  const location = classroomOf(edit);
  const startTime = new Date(edit.startTime);
  const edited: Session = {
    ...session,
    date: campusDay(startTime, zone),
    startTime,
    ...(edit.endTime ? { endTime: new Date(edit.endTime) } : {}),
    ...(location ? { location } : {}),
    lateAfterMinutes: edit.lateAfterMinutes,
    policy: { ...session.policy, ...edit.policy },
  };
  return revise(edited, 'edited', author);
};
