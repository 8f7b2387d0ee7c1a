import type {
  Classroom,
  NewSession,
  RequiredChecks,
  Session as SessionAnswer,
  SessionPolicy,
  SessionPolicyChoice,
} from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';

export type RefreshInterval = NonNullable<SessionAnswer['refreshInterval']>;

/** The code a session's page shows. */
export interface CurrentCode {
  code: string;
  issuedAt: Date;
}

/** A session as this service keeps it. */
export interface Session extends Omit<SessionChanged, 'startTime' | 'endTime' | 'endedAt' | 'policy'> {
  startTime: Date;
  /** Of `active` as stored: a session whose end time has passed may still wait to be ended; ask `isActive`. */
  endTime?: Date;
  endedAt?: Date;
  policy: SessionPolicy;
  refreshInterval: RefreshInterval;
  currentCode: CurrentCode;
}

/** Where a page of sessions, newest first, goes on. */
export interface SessionPosition {
  startTime: Date;
  id: string;
}

/** Whether a session still takes marks: its end time ends it, whether or not anybody has written that down. */
export const isActive = ({ active, endTime }: Session, now: Date): boolean =>
  active && (endTime === undefined || endTime > now);

/** An active session as it is once ended: by its end time if that has passed, else now. */
export const toEnded = (session: Session, now: Date): Session => {
  const endedAt = session.endTime && session.endTime < now ? session.endTime : now;
  return { ...session, active: false, endedAt, endTime: endedAt, version: session.version + 1 };
};

/** What the rest of the system learns of a session; its codes are nobody else's business. */
export const toSessionChanged = ({
  refreshInterval: _interval,
  currentCode: _code,
  ...session
}: Session): SessionChanged => ({
  ...session,
  startTime: session.startTime.toISOString(),
  endTime: session.endTime?.toISOString(),
  endedAt: session.endedAt?.toISOString(),
});

/** Where the room is and how far around it counts; only when the teacher asks for that check. */
export const classroomOf = ({ useLocation, location, locationRadius }: NewSession): Classroom | undefined =>
  useLocation && location ? { ...location, radius: location.radius ?? locationRadius } : undefined;

/** What holds for a session: of each demand what its teacher chose, else the course's default, else the institution's. */
export const resolvePolicy = (
  institution: SessionPolicy,
  course: SessionPolicyChoice = {},
  chosen: SessionPolicyChoice = {},
): SessionPolicy => ({ ...institution, ...course, ...chosen });

/** What a student must bring along. Not which networks count: whoever knows that can choose one. */
export const requiredChecksOf = ({ networks: _networks, ...checks }: SessionPolicy): RequiredChecks => checks;
