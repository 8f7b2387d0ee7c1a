import type { SessionState } from '@qr-attendance/contracts/events';

export type KnownSession = Omit<SessionState, 'sections'> & {
  /** All sections of its course if missing. */
  sectionIds?: string[];
  /** The courses of its sections, its own first. */
  courseIds: string[];
};

/** Facts about a mark that other services own. */
export type Projection = 'session' | 'course' | 'person' | 'enrollment' | 'security';
export interface MarkIds {
  sessionId: string;
  courseId: string;
  studentId: string;
}
