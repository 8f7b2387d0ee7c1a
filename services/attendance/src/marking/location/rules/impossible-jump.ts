import type { Classroom } from '@qr-attendance/contracts';
import { distanceBetween } from './distance.ts';

/** The room a student was found to be in at an earlier mark. */
export interface LastLocation {
  location: Classroom;
  markedAt: Date;
}

/** Faster than any train between two campuses, door to door. */
const FASTEST_KMH = 250;
/** Metres that prove nothing: clocks, doors, and maps differ. */
const MARGIN = 1_000;

/** Whether nobody gets from the room of the last mark to this one in the time between. */
export const isImpossibleJump = (last: LastLocation, classroom: Classroom, now: Date): boolean => {
  const metres = distanceBetween(last.location, classroom) - last.location.radius - classroom.radius - MARGIN;
  const hours = Math.max(0, now.getTime() - last.markedAt.getTime()) / 3_600_000;
  return metres / 1_000 > FASTEST_KMH * hours;
};
