import type {
  Classroom,
  NewSession,
  RequiredChecks,
  SessionDefaultsChoice,
  SessionPolicy,
  SessionState,
} from '@qr-attendance/contracts';
import { REOPEN_HOURS } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { StoredSession } from '../../../db/stored-session.ts';

export interface Session extends StoredSession {
  id: string;
}

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

/** A scan also proves that the class took place, but only the attendance service has scans. */
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

export const sessionDefaultsOf = ({
  opensItself: _opens,
  ...limits
}: SessionDefaultsChoice): Omit<SessionDefaultsChoice, 'opensItself'> => limits;

/** Uses the teacher's choice for each check, else the course's default, else the institution's. */
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
