import type { SessionState } from '@qr-attendance/contracts/events';

export type KnownSession = Omit<SessionState, 'sections'> & {
  /** All sections of its course if missing. */
  sectionIds?: string[];
  /** The courses of its sections, its own first. */
  courseIds: string[];
};
