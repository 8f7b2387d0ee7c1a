import type { Period } from '../../../db/enrollment-models.ts';

/** A class in which a student has a scan or a decision. */
export interface MarkedClass {
  /** Missing if the class covers the whole course. */
  sectionIds?: string[] | undefined;
  startTime: Date;
  /** Missing while the class is running or scheduled. */
  endedAt?: Date | undefined;
}

/** Whether the period covers a class that has begun and in which the student is marked. */
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
