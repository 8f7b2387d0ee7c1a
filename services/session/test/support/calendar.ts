import { randomUUID } from 'node:crypto';

export const ZONE = 'Europe/Berlin';

const today = Temporal.Now.plainDateISO(ZONE);
export const nextMonday = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: 1 });
export const on = (weeks: number, days = 0) => nextMonday.add({ weeks, days });
/** A day as iCalendar writes it, such as `20260928`. */
export const compact = (day: Temporal.PlainDate) => day.toString().replaceAll('-', '');
export const dayOf = (day: Temporal.PlainDate) => day.toString();
export const wall = (day: Temporal.PlainDate, time: string) => `${compact(day)}T${time}00`;

export const event = (lines: string[], name = 'Optics') => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${randomUUID()}`]),
  `SUMMARY:${name}`,
  ...lines,
  'END:VEVENT',
];
export const calendar = (...components: string[][]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...components.flat(), 'END:VCALENDAR', ''].join(
    '\r\n',
  );
export const times = (day: Temporal.PlainDate, from: string, to: string, zone = `;TZID=${ZONE}`) => [
  `DTSTART${zone}:${wall(day, from)}`,
  `DTEND${zone}:${wall(day, to)}`,
];
