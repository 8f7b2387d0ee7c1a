import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';

export const ZONE = 'Europe/Berlin';

export const nextMonday = DateTime.now().setZone(ZONE).startOf('week').plus({ weeks: 1 });
export const on = (weeks: number, days = 0) => nextMonday.plus({ weeks, days });
export const dayOf = (day: DateTime) => day.toISODate() ?? '';
export const wall = (day: DateTime, time: string) => `${day.toFormat('yyyyMMdd')}T${time}00`;

export const event = (lines: string[], name = 'Optics') => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${randomUUID()}`]),
  ...[`SUMMARY:${name}`, ...lines, 'END:VEVENT'],
];
export const calendar = (...components: string[][]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...components.flat(), 'END:VCALENDAR', ''].join(
    '\r\n',
  );
export const times = (day: DateTime, from: string, to: string, zone = `;TZID=${ZONE}`) => [
  `DTSTART${zone}:${wall(day, from)}`,
  `DTEND${zone}:${wall(day, to)}`,
];
