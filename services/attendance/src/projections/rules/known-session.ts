import type { SessionState } from '@qr-attendance/contracts/events';

export type KnownSession = Omit<SessionState, 'sections'> & {
  /** Missing if the session covers all sections of its course. */
  sectionIds?: string[];
  courseIds: string[];
};

export type Projection = 'session' | 'course' | 'person' | 'enrollment' | 'security';
export interface MarkIds {
  sessionId: string;
  courseId: string;
  studentId: string;
}
