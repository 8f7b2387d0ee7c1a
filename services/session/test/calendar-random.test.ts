import { MAX_CALENDAR_FILE } from '@qr-attendance/contracts';
import { describe, expect, it } from '@jest/globals';
import { checkRandomCalendars, checkReading, MAX_MS } from './support/check-reading.ts';

const event = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  'SUMMARY:Odd',
  'DTSTART;TZID=Europe/Berlin:20261201T090000',
  'DURATION:PT1H',
  ...lines,
  'END:VEVENT',
];
const calendar = (...lines: string[]): string => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\n');
const repeat = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_line, index) => line(index));

it('reads damaged calendars without an exception, and reports every event that it omits', () => {
  checkRandomCalendars(1, 40);
});

describe('a calendar that is crafted to be slow', () => {
  const second = (index: number) => String(index % 60).padStart(2, '0');
  it.each<[string, string[]]>([
    ['has the largest possible count', event('RRULE:FREQ=DAILY;COUNT=9999999')],
    ['has a count beyond the largest number', event(`RRULE:FREQ=DAILY;COUNT=${'9'.repeat(400)}`)],
    ['repeats each second', event('RRULE:FREQ=SECONDLY')],
    ['repeats each second of each day', event(`RRULE:FREQ=DAILY;BYSECOND=${repeat(60, String).join(',')}`)],
    ['has a recurrence rule for each day', event(...repeat(2_000, () => 'RRULE:FREQ=DAILY'))],
    [
      'has ten thousand exclusions',
      event(
        'RRULE:FREQ=DAILY',
        `EXDATE:${repeat(10_000, (index) => `20270101T0900${second(index)}Z`).join(',')}`,
      ),
    ],
    ['has ten thousand lines of exclusions', event(...repeat(8_000, () => 'EXDATE:20270101T090000'))],
    [
      'has ten thousand additional dates',
      event(`RDATE:${repeat(10_000, (index) => `2027010${1 + (index % 9)}T0900${second(index)}`).join(',')}`),
    ],
    [
      'is folded after each letter',
      event('RRULE:FREQ=DAILY').flatMap((line) =>
        [...line].map((letter, index) => (index === 0 ? letter : ` ${letter}`)),
      ),
    ],
    ['is folded deeply', ['X-A:', ...repeat(60_000, () => ' x'), ...event()]],
    ['opens components without closing them', [...repeat(10_000, () => 'BEGIN:X'), ...event()]],
    ['opens events without closing them', repeat(10_000, () => 'BEGIN:VEVENT')],
    ['closes components that it never opened', [...repeat(10_000, () => 'END:VEVENT'), ...event()]],
    [
      'has a thousand unknown zones',
      repeat(1_000, (index) => event().join('\n').replace('Europe/Berlin', `Zone ${index}, Berlin`)),
    ],
    [
      'has a zone that changes each second',
      [
        'BEGIN:VTIMEZONE',
        'TZID:Odd',
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'RRULE:FREQ=SECONDLY',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'END:STANDARD',
        'END:VTIMEZONE',
        ...event(),
      ],
    ],
    [
      'has a thousand changes of one class',
      event('UID:1', 'RRULE:FREQ=DAILY').concat(
        repeat(1_000, (index) => event('UID:1', `RECURRENCE-ID:20261203T08000${index % 10}Z`).join('\n')),
      ),
    ],
    [
      'moves all later classes many times',
      event('UID:1', 'RRULE:FREQ=DAILY').concat(
        repeat(300, (index) =>
          event(
            'UID:1',
            `RECURRENCE-ID;RANGE=THISANDFUTURE:202612${String(2 + (index % 29)).padStart(2, '0')}T080000Z`,
          ).join('\n'),
        ),
      ),
    ],
    [
      'has the same UID for a thousand series',
      repeat(1_000, () => event('UID:1', 'RRULE:FREQ=WEEKLY').join('\n')),
    ],
    [
      'has an event that lasts for centuries',
      event().map((line) => line.replace('PT1H', `P${'9'.repeat(20)}W`)),
    ],
    ['starts before the year 0', event().map((line) => line.replace('20261201', '00000101'))],
  ])('is read in time if it %s', (_what, lines) => {
    const text = calendar(...lines);
    expect(text.length).toBeLessThanOrEqual(MAX_CALENDAR_FILE);
    expect(checkReading(text)).toBeLessThan(MAX_MS);
  });
});
