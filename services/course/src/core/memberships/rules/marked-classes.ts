import type { Period } from '../../../db/enrollment-models.ts';

/** A class in which a student has a scan or a decision. */
export interface MarkedClass {
  /** Missing if the class covers the whole course. */
  sectionIds?: string[] | undefined;
  startTime: Date;
  /** Missing for a class that lasts or is still to come. */
  endedAt?: Date | undefined;
}

/** The student was in a class that has begun, by this period. */
export const hasMark = (
  { sectionId, began, ended, voided }: Period,
  classes: MarkedClass[],
  now: Date,
): boolean =>
  !voided &&
  began < now &&
  classes.some(
    ({ sectionIds, startTime, endedAt }) =>
      startTime < now &&
      (sectionIds?.includes(sectionId) ?? true) &&
      (ended === undefined || ended > startTime) &&
      (endedAt === undefined || began <= endedAt),
  );
