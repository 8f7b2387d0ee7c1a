const CLASS_MINUTES = 90;

export interface Slot {
  weekdays: readonly [number, number];
  starts: string;
  ends: string;
}

const endOf = (start: string): string => {
  const [hour = 0, minute = 0] = start.split(':').map(Number);
  const end = hour * 60 + minute + CLASS_MINUTES;
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
};
const slotsOn = (weekdays: Slot['weekdays'], starts: string[]): Slot[] =>
  starts.map((start) => ({ weekdays, starts: start, ends: endOf(start) }));

/** Weekly class times. None of them overlap: the slots on Wednesdays have different hours. */
export const SLOTS: readonly Slot[] = [
  ...slotsOn([1, 3], ['08:00', '09:45', '11:30']),
  ...slotsOn([2, 4], ['08:00', '09:45', '11:30', '14:00', '15:45']),
  ...slotsOn([3, 5], ['14:00', '15:45']),
];

/** Maximum number of courses of a cohort; the classes of more courses would overlap. */
export const COURSES_PER_COHORT = 7;

export const slotsOfCourse = (courseIndex: number): number[] =>
  SLOTS.map((_slot, index) => index).filter((index) => index % COURSES_PER_COHORT === courseIndex);
