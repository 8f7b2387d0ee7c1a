import type {
  Classroom,
  NewSession,
  Session as SessionAnswer,
  SessionPolicy,
} from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';

export type RefreshInterval = NonNullable<SessionAnswer['refreshInterval']>;

/** The code a session's page shows. */
export interface CurrentCode {
  code: string;
  issuedAt: Date;
}

/** A session as this service keeps it. */
export interface Session {
  id: string;
  courseId: string;
  teacherId: string;
  date: string;
  startTime: Date;
  endTime?: Date;
  /** As stored: a session whose end time has passed may still wait to be ended; ask `isActive`. */
  active: boolean;
  endedAt?: Date;
  location?: Classroom;
  lateAfterMinutes: number;
  policy: SessionPolicy;
  refreshInterval: RefreshInterval;
  currentCode: CurrentCode;
  version: number;
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
export const toSessionChanged = (session: Session): SessionChanged => ({
  id: session.id,
  courseId: session.courseId,
  teacherId: session.teacherId,
  date: session.date,
  startTime: session.startTime.toISOString(),
  endTime: session.endTime?.toISOString(),
  active: session.active,
  endedAt: session.endedAt?.toISOString(),
  location: session.location,
  lateAfterMinutes: session.lateAfterMinutes,
  policy: session.policy,
  version: session.version,
});

/** Where the room is and how far around it counts; only when the teacher asks for that check. */
export const classroomOf = ({ useLocation, location, locationRadius }: NewSession): Classroom | undefined =>
  useLocation && location ? { ...location, radius: location.radius ?? locationRadius } : undefined;
