import { MAX_TERM_DAYS } from '@qr-attendance/contracts';
import { readEvents } from '../../src/features/series/rules/calendar-file/read-events.ts';

export const NOW = new Date('2026-11-29T11:00:00Z');

interface Options {
  now?: Date;
  zone?: string;
}

/**
 * The classes of a calendar file as lines such as `Optics | 09:00-10:30 | 2026-12-07 2026-12-14`, notes as
 * `Optics ~ exclusion_unmatched 2026-12-21`, and omitted events as `Holiday ! all_day`.
 */
export const describeCalendar = (
  text: string,
  { now = NOW, zone = 'Europe/Berlin' }: Options = {},
): string[] => {
  const { events, problems } = readEvents(text, { now, campusTimeZone: zone, days: MAX_TERM_DAYS });
  const classes = [...Map.groupBy(events, ({ name }) => name)].flatMap(([name, some]) => {
    const occurrences = some.flatMap((event) => event.occurrences);
    const byTime = Map.groupBy(occurrences, ({ start, end }) => `${start}-${end}`);
    const notes = some.flatMap((event) => event.notes);
    return [
      ...[...byTime].map(([time, same]) => {
        const days = [...new Set(same.map(({ day }) => day))].toSorted();
        return `${name} | ${time} | ${days.join(' ')}`;
      }),
      ...notes.map(({ note, days, found }) =>
        [`${name} ~ ${note}`, ...days, ...(found === undefined ? [] : [`"${found}"`])].join(' '),
      ),
    ];
  });
  const leftOut = problems.map(({ name, problem }) => `${name} ! ${problem}`);
  return [...classes, ...leftOut].toSorted();
};
