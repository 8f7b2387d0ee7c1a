import type {
  Classroom,
  CoveredSection,
  NewSession,
  RefreshInterval,
  RequiredChecks,
  SessionDefaultsChoice,
  SessionPolicy,
  SessionState,
} from '@qr-attendance/contracts';
import { REOPEN_HOURS } from '@qr-attendance/contracts';
import type { SessionChange, SessionChanged, SessionRevision } from '@qr-attendance/contracts/events';

/** Never published, because the secret reveals all codes. */
export interface CurrentCode {
  secret: string;
  refreshes: number;
  issuedAt: Date;
  replaced?: { code: string; expiresAt: Date }[];
}

export interface CodeSource {
  currentCode: CurrentCode;
  refreshInterval: RefreshInterval;
}

export interface PresenceCheck {
  openedAt: Date;
  endsAt: Date;
  /** The projector view showed it to its end, so it counts. */
  confirmed: boolean;
  round: number;
}

export interface Revision extends Pick<
  SessionRevision,
  'by' | 'date' | 'lateAfterMinutes' | 'sections' | 'room' | 'online'
> {
  at: Date;
  change: SessionChange;
  startTime: Date;
  endTime?: Date | undefined;
}

/** The series of a class, and what it said when they were last compared. */
export interface SessionSeries {
  id: string;
  key: string;
  startTime: Date;
  endTime: Date;
  sections?: CoveredSection[];
  roomId?: string;
  online?: boolean;
  lateAfterMinutes?: number;
  policy?: SessionDefaultsChoice;
  /** Canceled because the series no longer has this class. */
  dropped?: boolean;
}

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
  canceledAt?: Date;
  /** Deleted sessions are kept for a while, so that the other services are notified. */
  deletedAt?: Date;
  codeShownAt?: Date;
  codeLastShownAt?: Date;
  confirmedAt?: Date;
  /** It had no end time, and ended because its code was no longer shown. */
  endedUnattended?: boolean;
  revisions: Revision[];
  policy: SessionPolicy;
  presenceCheck?: PresenceCheck;
  series?: SessionSeries;
}

/** The courses whose sections it covers, its own first. */
export const courseIdsOf = ({
  courseId,
  sections = [],
}: Pick<SessionChanged, 'courseId' | 'sections'>): string[] => [
  ...new Set([courseId, ...sections.map((section) => section.courseId)]),
];

export interface SessionPosition {
  startTime: Date;
  id: string;
}

export const isActive = ({ active, endTime }: Pick<Session, 'active' | 'endTime'>, now: Date): boolean =>
  active && (endTime === undefined || endTime > now);

export const stateOf = (session: Session, now: Date): SessionState => {
  if (session.canceledAt) return 'canceled';
  if (!isActive(session, now)) return 'ended';
  return session.startTime > now ? 'scheduled' : 'running';
};

export const opensAt = ({ startTime }: Pick<Session, 'startTime'>, opensBeforeMinutes: number): Date =>
  new Date(startTime.getTime() - opensBeforeMinutes * 60_000);

export const isOpen = (
  session: Pick<Session, 'active' | 'startTime' | 'endTime'>,
  now: Date,
  opensBeforeMinutes: number,
): boolean => isActive(session, now) && opensAt(session, opensBeforeMinutes) <= now;

/** A scan also proves that the class took place, but only the attendance service knows scans. */
export const isHeld = ({ codeShownAt, confirmedAt }: Pick<Session, 'codeShownAt' | 'confirmedAt'>): boolean =>
  codeShownAt !== undefined || confirmedAt !== undefined;

export const reopenUntil = (canceledAt: Date): Date =>
  new Date(canceledAt.getTime() + REOPEN_HOURS * 3_600_000);

export const toSessionChanged = ({
  refreshInterval: _interval,
  currentCode: _code,
  codeLastShownAt: _shown,
  codeShownAt,
  confirmedAt,
  endedUnattended: _unattended,
  series: _series,
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

/** For each check the teacher's choice, else the course's default, else the institution's. */
/** The course's choices about its sessions, without those about its pages. */
export const limitsOf = ({
  opensItself: _opens,
  ...limits
}: SessionDefaultsChoice): Omit<SessionDefaultsChoice, 'opensItself'> => limits;

export const resolvePolicy = (
  institution: SessionPolicy,
  course: Partial<SessionPolicy> = {},
  chosen: Partial<SessionPolicy> = {},
): SessionPolicy => ({ ...institution, ...course, ...chosen });

export const requiredChecksOf = ({
  networks: _networks,
  allowUnsigned: _unsigned,
  burstCodes: _burstCodes,
  allowWords: _words,
  presenceCheck: _presenceCheck,
  ...checks
}: SessionPolicy): RequiredChecks => checks;
