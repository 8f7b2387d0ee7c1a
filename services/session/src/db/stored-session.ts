import type {
  CoveredSection,
  RefreshInterval,
  SessionDefaultsChoice,
  SessionPolicy,
} from '@qr-attendance/contracts';
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
  /** The projector view showed the check to its end, so it counts. */
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
  /** The class is canceled, because the series no longer has it. */
  dropped?: boolean;
}

export interface StoredSession
  extends
    CodeSource,
    Omit<
      SessionChanged,
      | 'id'
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
  /**
   * `active` may be outdated: a session whose end time has passed may not have been ended yet. Use
   * `isActive`.
   */
  endTime?: Date;
  endedAt?: Date;
  canceledAt?: Date;
  /** Deleted sessions are kept for a while, so that the other services are notified. */
  deletedAt?: Date;
  codeShownAt?: Date;
  codeLastShownAt?: Date;
  confirmedAt?: Date;
  /** The session had no end time and was ended automatically, because no page showed its code. */
  endedUnattended?: boolean;
  revisions: Revision[];
  policy: SessionPolicy;
  presenceCheck?: PresenceCheck;
  series?: SessionSeries;
}
