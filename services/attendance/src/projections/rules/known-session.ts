import type { SessionState } from '@qr-attendance/contracts/events';

export type KnownSession = Omit<SessionState, 'sections'> & {
  /** All sections of its course if missing. */
  sectionIds?: string[];
  courseIds: string[];
};

export type Projection = 'session' | 'course' | 'person' | 'enrollment' | 'security';
export interface MarkIds {
  sessionId: string;
  courseId: string;
  studentId: string;
}
