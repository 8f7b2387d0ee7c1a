import type {
  Classroom,
  NewSession,
  RequiredChecks,
  Session as SessionAnswer,
  SessionPolicy,
  SessionState,
} from '@qr-attendance/contracts';
import { REOPEN_HOURS } from '@qr-attendance/contracts';
import type { SessionChange, SessionChanged, SessionRevision } from '@qr-attendance/contracts/events';
import { DateTime } from 'luxon';

/** The campus's calendar day at a moment, `YYYY-MM-DD`. */
export const campusDay = (moment: Date, zone: string): string =>
  DateTime.fromJSDate(moment, { zone }).toFormat('yyyy-MM-dd');

export type RefreshInterval = NonNullable<SessionAnswer['refreshInterval']>;

/** The inputs of a session's codes. They are never published: with the secret all codes can be computed. */
export interface CurrentCode {
  /** Base64url. */
  secret: string;
  /** How often another code than that of the clock was asked for. */
  refreshes: number;
  /** When the first window began. */
  issuedAt: Date;
  /** Codes that were shown before, within their grace. */
  replaced?: { code: string; expiresAt: Date }[];
}

/** The part of a session from which every replica knows its codes. */
export interface CodeSource {
  currentCode: CurrentCode;
  refreshInterval: RefreshInterval;
}

/** The last presence check of a session that was begun. */
export interface PresenceCheck {
  openedAt: Date;
  endsAt: Date;
  /** A wall showed it to its end, so that it counts. */
  confirmed: boolean;
  /** How often the class was asked, this one included. */
  round: number;
}

/** One revision of a session, as the contract describes it. */
export interface Revision extends Pick<SessionRevision, 'by' | 'date' | 'lateAfterMinutes'> {
  at: Date;
  change: SessionChange;
  startTime: Date;
  endTime?: Date | undefined;
}

/** A session as this service keeps it. */
export interface Session
  extends
    CodeSource,
    Omit<
      SessionChanged,
      | 'startTime'
      | 'endTime'
      | 'endedAt'
      | 'canceledAt'
      | 'deletedAt'
      | 'codeShownAt'
      | 'held'
      | 'revisions'
      | 'policy'
      | 'presenceCheck'
    > {
  startTime: Date;
  /** `active` as stored: a session whose end time has passed may not have been ended yet; use `isActive`. */
  endTime?: Date;
  endedAt?: Date;
  /** Only while it is canceled. */
  canceledAt?: Date;
  /** Kept for a while after that, so that the other services hear of it. */
  deletedAt?: Date;
  /** When its code was first shown. */
  codeShownAt?: Date;
  /** When its code was last shown, to within a minute. */
  codeLastShownAt?: Date;
  /** When its teacher confirmed that the class took place, as nothing else showed it. */
  confirmedAt?: Date;
  /** It had no end time, and ended because its code was no longer shown. */
  endedUnattended?: boolean;
  /** Oldest first. */
  revisions: Revision[];
  policy: SessionPolicy;
  presenceCheck?: PresenceCheck;
}

/** The position at which a page of sessions, newest first, continues. */
export interface SessionPosition {
  startTime: Date;
  id: string;
}

/** Whether a session still takes marks: its end time ends it, whether or not anybody has written that down. */
export const isActive = ({ active, endTime }: Pick<Session, 'active' | 'endTime'>, now: Date): boolean =>
  active && (endTime === undefined || endTime > now);

/** The state of a session at this moment. */
export const stateOf = (session: Session, now: Date): SessionState => {
  if (session.canceledAt) return 'canceled';
  if (!isActive(session, now)) return 'ended';
  return session.startTime > now ? 'scheduled' : 'running';
};

/** From when its code is shown and may be scanned. */
export const opensAt = ({ startTime }: Pick<Session, 'startTime'>, opensBeforeMinutes: number): Date =>
  new Date(startTime.getTime() - opensBeforeMinutes * 60_000);

/** Whether its code is shown, and may be scanned. */
export const isOpen = (
  session: Pick<Session, 'active' | 'startTime' | 'endTime'>,
  now: Date,
  opensBeforeMinutes: number,
): boolean => isActive(session, now) && opensAt(session, opensBeforeMinutes) <= now;

/** Whether it is known that the class took place. A scan proves it as well, and only the attendance service knows those. */
export const isHeld = ({ codeShownAt, confirmedAt }: Pick<Session, 'codeShownAt' | 'confirmedAt'>): boolean =>
  codeShownAt !== undefined || confirmedAt !== undefined;

/** Until when a canceled session can be reopened. */
export const reopenUntil = (canceledAt: Date): Date =>
  new Date(canceledAt.getTime() + REOPEN_HOURS * 3_600_000);

/** The session as it is published to other services, without the secret of its codes. */
export const toSessionChanged = ({
  refreshInterval: _interval,
  currentCode: _code,
  codeLastShownAt: _shown,
  codeShownAt,
  confirmedAt,
  endedUnattended: _unattended,
  presenceCheck,
  revisions,
  ...session
}: Session): SessionChanged => ({
  ...session,
  ...(presenceCheck
    ? {
        presenceCheck: {
          openedAt: presenceCheck.openedAt.toISOString(),
          endsAt: presenceCheck.endsAt.toISOString(),
          confirmed: presenceCheck.confirmed,
        },
      }
    : {}),
  startTime: session.startTime.toISOString(),
  endTime: session.endTime?.toISOString(),
  endedAt: session.endedAt?.toISOString(),
  canceledAt: session.canceledAt?.toISOString() ?? null,
  deletedAt: session.deletedAt?.toISOString(),
  ...(codeShownAt ? { codeShownAt: codeShownAt.toISOString() } : {}),
  held: isHeld({ codeShownAt, confirmedAt }),
  revisions: revisions.map(({ at, startTime, endTime, ...revision }) => ({
    ...revision,
    at: at.toISOString(),
    startTime: startTime.toISOString(),
    ...(endTime ? { endTime: endTime.toISOString() } : {}),
  })),
});

export const classroomOf = ({
  useLocation,
  location,
  locationRadius,
}: Pick<NewSession, 'useLocation' | 'location' | 'locationRadius'>): Classroom | undefined =>
  useLocation && location ? { ...location, radius: location.radius ?? locationRadius } : undefined;

/** The effective policy: for each check the teacher's choice, else the course's default, else the institution's. */
export const resolvePolicy = (
  institution: SessionPolicy,
  course: Partial<SessionPolicy> = {},
  chosen: Partial<SessionPolicy> = {},
): SessionPolicy => ({ ...institution, ...course, ...chosen });

/** The checks that a student must prepare for. Networks are left out: students who know them could choose one. */
export const requiredChecksOf = ({
  networks: _networks,
  allowUnsigned: _unsigned,
  burstCodes: _burstCodes,
  allowWords: _words,
  presenceCheck: _presenceCheck,
  ...checks
}: SessionPolicy): RequiredChecks => checks;
