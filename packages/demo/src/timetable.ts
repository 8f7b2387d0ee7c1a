import type { DateTime } from 'luxon';
import { courses } from './courses.ts';

export interface Lesson {
  course: number;
  start: DateTime;
  end: DateTime;
}
const DAYS = 28;
const MINUTES = 90;

export const pastLessons = (now: DateTime): Lesson[] => {
  const days = Array.from({ length: DAYS + 1 }, (_day, index) =>
    now.startOf('day').minus({ days: DAYS - index }),
  );
  const lessons = days.flatMap((day) =>
    courses.flatMap(({ slots }, course) =>
      slots
        .filter(({ weekday }) => weekday === day.weekday)
        .map(({ hour, minute }) => {
          const start = day.set({ hour, minute });
          return { course, start, end: start.plus({ minutes: MINUTES }) };
        }),
    ),
  );
  return lessons.filter(({ end }) => end < now);
};
