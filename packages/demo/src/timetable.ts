import { courses } from './courses.ts';

export interface Lesson {
  course: number;
  start: Temporal.ZonedDateTime;
  end: Temporal.ZonedDateTime;
}
const DAYS = 28;
const MINUTES = 90;

export const pastLessons = (now: Temporal.ZonedDateTime): Lesson[] => {
  const days = Array.from({ length: DAYS + 1 }, (_day, index) =>
    now.startOfDay().subtract({ days: DAYS - index }),
  );
  const lessons = days.flatMap((day) =>
    courses.flatMap(({ slots }, course) =>
      slots
        .filter(({ weekday }) => weekday === day.dayOfWeek)
        .map(({ hour, minute }) => {
          const start = day.with({ hour, minute });
          return { course, start, end: start.add({ minutes: MINUTES }) };
        }),
    ),
  );
  return lessons.filter(({ end }) => Temporal.ZonedDateTime.compare(end, now) < 0);
};
