import type { Period } from '../../../db/enrollment-models.ts';

export interface MarkedClass {
  /** Missing if the class covers the whole course. */
  sectionIds?: string[] | undefined;
  startTime: Date;
  /** Missing while the class is running or scheduled. */
  endedAt?: Date | undefined;
}

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
