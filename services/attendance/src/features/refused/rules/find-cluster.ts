import type { Classroom, Coordinates } from '@qr-attendance/contracts';
import { distanceBetween } from '../../../core/scans/rules/distance.ts';

/**
 * Fewer students must not be able to move a class, and the mean of fewer positions would reveal one of them.
 */
const MIN_STUDENTS = 5;
/** Enough centers to find a location that half of a class shares; comparing all pairs would take seconds. */
const MAX_CENTERS = 50;
/**
 * The grid is about 50 m wide, because an exact center would reveal more about the positions it was computed
 * from.
 */
const GRID_DEGREES = 0.0005;

const round = (degrees: number): number =>
  Number((Math.round(degrees / GRID_DEGREES) * GRID_DEGREES).toFixed(4));
const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Cluster {
  center: Coordinates;
  students: number;
  meters: number;
}

/**
 * Finds the location of most of a class, if it is outside the fence: at least five students, and at least
 * half of those who tried to mark, within one radius.
 * @param rejected the last positions of students who were too far away
 * @param tried all students who tried, including those who are marked
 */
export const findCluster = (
  fence: Classroom,
  rejected: Coordinates[],
  tried: number,
): Cluster | undefined => {
  // Excludes positions that are inside a fence that was moved since.
  const outside = rejected.filter((position) => distanceBetween(fence, position) > fence.radius);
  const needed = Math.max(MIN_STUDENTS, Math.ceil(tried / 2));
  if (outside.length < needed) return undefined;
  const around = (center: Coordinates) =>
    outside.filter((position) => distanceBetween(center, position) <= fence.radius);
  const largest = outside
    .slice(0, MAX_CENTERS)
    .map(around)
    .reduce((best, members) => (members.length > best.length ? members : best), [] as Coordinates[]);
  if (largest.length < needed) return undefined;
  const center = {
    latitude: round(meanOf(largest.map(({ latitude }) => latitude))),
    longitude: round(meanOf(largest.map(({ longitude }) => longitude))),
  };
  return { center, students: largest.length, meters: Math.round(distanceBetween(fence, center)) };
};
