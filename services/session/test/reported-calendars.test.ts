import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { describeCalendar } from './support/read-calendar.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`calendar-files/reported/${name}.ics`, import.meta.url), 'utf8');
const replaced = (name: string, from: string | RegExp, to: string): string => {
  const text = fixture(name);
  const changed = text.replace(from, to);
  if (changed === text && !text.includes(to)) throw new Error(`${name} has no ${String(from)}.`);
  return changed;
};

describe('the last day of a recurrence', () => {
  const mondays = ['Optics | 09:00-10:30 | 2026-12-07 2026-12-14 2026-12-21'];
  const until = (value: string) => replaced('until-date', 'UNTIL=20261221', `UNTIL=${value}`);

  it.each([
    ['a date', until('20261221')],
    ['a date for a floating time', until('20261221').replaceAll(';TZID=Europe/Berlin', '')],
    ['the start in UTC', until('20261221T080000Z')],
    ['the start in local time', until('20261221T090000')],
    ['the end of the day in UTC', until('20261221T225959Z')],
    ['the end of the day without seconds', until('20261221T2359')],
    [
      'a date for a time in UTC',
      until('20261221')
        .replaceAll(/;TZID=Europe\/Berlin:(\d+)T(\d+)/g, ':$1T$2Z')
        .replace('T090000Z', 'T080000Z')
        .replace('T103000Z', 'T093000Z'),
    ],
    [
      'a date with a Windows zone name',
      until('20261221').replaceAll('Europe/Berlin', 'W. Europe Standard Time'),
    ],
  ])('is included if it is %s', (_what, text) => {
    expect(describeCalendar(text)).toEqual(mondays);
  });

  it.each([
    ['the minute before the start in UTC', until('20261221T075959Z')],
    ['the minute before the start in local time', until('20261221T085959')],
    ['the day before', until('20261220')],
  ])('is excluded if it is %s', (_what, text) => {
    expect(describeCalendar(text)).toEqual(['Optics | 09:00-10:30 | 2026-12-07 2026-12-14']);
  });

  it('is the day on campus for a late class with times in UTC', () => {
    const text = until('20261221')
      .replaceAll(/;TZID=Europe\/Berlin:(\d+)T(\d+)/g, ':$1T$2Z')
      .replaceAll('20261207T', '20261208T')
      .replace('T090000Z', 'T010000Z')
      .replace('T103000Z', 'T023000Z')
      .replace('BYDAY=MO', 'BYDAY=TU');
    const evenings = ['Optics | 17:00-18:30 | 2026-12-07 2026-12-14 2026-12-21'];
    expect(describeCalendar(text, { zone: 'America/Los_Angeles' })).toEqual(evenings);
  });
});

describe('UTC times combined with a time zone name', () => {
  const expected = [
    'Seminar | 10:00-11:30 | 2026-12-07 2026-12-14 2027-01-04 2027-01-18 2027-01-25',
    'Seminar | 14:00-15:30 | 2027-01-12',
  ];
  const file = 'utc-beside-zone-name';
  const berlin = `BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nBEGIN:STANDARD\nDTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\nBEGIN:DAYLIGHT
DTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200
END:DAYLIGHT\nEND:VTIMEZONE\n`;

  it.each([
    ['without changes', fixture(file)],
    ['with a zone definition', replaced(file, 'BEGIN:VEVENT', `${berlin}BEGIN:VEVENT`)],
    [
      'with a zone that only the file defines',
      replaced(file, 'BEGIN:VEVENT', `${berlin}BEGIN:VEVENT`).replaceAll('Europe/Berlin', 'Campus'),
    ],
    [
      'in the local time of another zone',
      replaced(file, /:(\d{8})T090000Z/g, ';TZID=Europe/London:$1T090000'),
    ],
    ['in the local time of the event', replaced(file, /:(\d{8})T090000Z/g, ';TZID=Europe/Berlin:$1T100000')],
    ['without a zone', replaced(file, /:(\d{8})T090000Z/g, ':$1T100000')],
    ['as dates', replaced(file, /:(\d{8})T090000Z/g, ';VALUE=DATE:$1')],
    ['as dates without a type', replaced(file, /:(\d{8})T090000Z/g, ':$1')],
    [
      'with excluded dates in one line',
      replaced(file, '\nEXDATE:20261228T090000Z', '').replace(
        'EXDATE:20261221T090000Z',
        'EXDATE:20261221T090000Z,20261228T090000Z',
      ),
    ],
    ['in lower case', fixture(file).replaceAll(/^[A-Z-]+(?=[;:])/gm, (name) => name.toLowerCase())],
    [
      'with Windows line ends and folded lines',
      fixture(file)
        .replaceAll(/(RRULE:FREQ=WEEK|EXDATE:2026)/g, '$1\r\n ')
        .replaceAll(/\r?\n/g, '\r\n'),
    ],
    ['after a byte order mark', `\uFEFF${fixture(file)}`],
  ])('are compared as instants %s', (_what, text) => {
    expect(describeCalendar(text)).toEqual(expected);
  });

  it('exclude, move and cancel the same classes in daylight saving time', () => {
    const text = fixture(file)
      .replaceAll('202612', '202704')
      .replaceAll(
        /2704(07|21|28)/g,
        (_all, day: string) => `2704${{ '07': '05', '21': '19', '28': '26' }[day]}`,
      )
      .replace('UNTIL=20270125T090000Z', 'UNTIL=20270524T080000Z')
      .replaceAll('T090000Z', 'T080000Z')
      .replace('RECURRENCE-ID:20270111', 'STATUS:CANCELLED\nRECURRENCE-ID:20270510');
    expect(describeCalendar(text)).toEqual([
      'Seminar | 10:00-11:30 | 2027-04-05 2027-04-12 2027-05-03 2027-05-17 2027-05-24',
      'Seminar ~ dates_canceled 2027-05-10',
    ]);
  });
});

describe('time zone names', () => {
  const DAYS = '2026-12-07 2026-12-14 2026-12-21';
  it('are known if they come from Outlook, Exchange, Thunderbird or Evolution', () => {
    expect(describeCalendar(fixture('zone-names'))).toEqual(
      [
        ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', '09:00-10:30'],
        ['/freeassociation.sourceforge.net/Europe/Berlin', '09:00-10:30'],
        ['/mozilla.org/20050126_1/Europe/Berlin', '09:00-10:30'],
        ['GMT Standard Time', '10:00-11:30'],
        ['GMT+0100', '09:00-10:30'],
        ['W. Europe Standard Time', '09:00-10:30'],
      ].map(([name, time]) => `${name} | ${time} | ${DAYS}`),
    );
  });

  it.each([
    ['Europe/Berlin', '09:00', '09:00'],
    ['europe/berlin', '09:00', '09:00'],
    ['"Europe/Berlin"', '09:00', '09:00'],
    ['(UTC+01:00) Europe/Berlin', '09:00', '09:00'],
    ['/softwarestudio.org/Olson_20011030_5/America/New_York', '15:00', '15:00'],
    ['/citadel.org/20210210_1/America/Argentina/Buenos_Aires', '13:00', '14:00'],
    ['Eastern Standard Time', '15:00', '15:00'],
    ['W. Europe Standard Time 1', '09:00', '09:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', '15:00', '15:00'],
    ['(UTC) Dublin, Edinburgh, Lisbon, London', '10:00', '10:00'],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', '04:30', '05:30'],
    ['Mitteleuropäische Zeit', '09:00', '09:00'],
    ['Central European Time', '09:00', '09:00'],
    ['tzone://Microsoft/Utc', '10:00', '11:00'],
    ['UTC+02:00', '08:00', '09:00'],
    ['UTC+2', '08:00', '09:00'],
    ['GMT-0330', '13:30', '14:30'],
    ['+0100', '09:00', '10:00'],
    ['Etc/GMT-1', '09:00', '10:00'],
    ['UTC', '10:00', '11:00'],
  ])('like %s are read in winter and summer', (tzid, winter, summer) => {
    const text = ['20261207', '20270607']
      .map(
        (day) => `BEGIN:VEVENT\nSUMMARY:X\nDTSTART;TZID=${tzid}:${day}T090000\nDURATION:PT1H\nEND:VEVENT\n`,
      )
      .join('');
    const end = (start: string) =>
      `${String(Number(start.slice(0, 2)) + 1).padStart(2, '0')}${start.slice(2)}`;
    const byTime = Map.groupBy(
      [
        [winter, '2026-12-07'],
        [summer, '2027-06-07'],
      ] as const,
      ([start]) => start,
    );
    const lines = [...byTime].map(
      ([start, days]) => `X | ${start}-${end(start)} | ${days.map(([, day]) => day).join(' ')}`,
    );
    expect(describeCalendar(`BEGIN:VCALENDAR\n${text}END:VCALENDAR`)).toEqual(lines.toSorted());
  });

  it.each(['Nowhere/Land', 'CEST', 'GMT+99', 'Customized Time Zone', 'UTC+1:75', 'x'.repeat(70)])(
    'like %s, without a definition, are reported',
    (tzid) => {
      const text = replaced('until-date', /Europe\/Berlin/g, tzid);
      expect(describeCalendar(text)).toEqual(['Optics ! zone']);
    },
  );
});

describe('a personal calendar', () => {
  const lectures =
    'Lecture | 09:00-10:30 | 2026-12-07 2026-12-14 2026-12-21 2026-12-28 2027-01-04 2027-01-11 2027-01-18 2027-01-25 2027-02-01 2027-02-08';
  it('is read starting today, however old its events are', () => {
    const lines = describeCalendar(fixture('old-daily'));
    expect(lines[0]).toBe(lectures);
    expect(lines[1]).toMatch(/^Lunch \| 12:00-13:00 \| 2026-11-29 2026-11-30 /);
  });

  it.each([
    ['counted since 1980', 'RRULE:FREQ=DAILY;COUNT=999999', '19800910'],
    ['repeated every third day', 'RRULE:FREQ=DAILY;INTERVAL=3', '20120910'],
    ['repeated since year 1', 'RRULE:FREQ=DAILY', '00010910'],
  ])('is read without extra cost for an event that is %s', (_what, rule, day) => {
    const text = replaced('old-daily', 'RRULE:FREQ=DAILY', rule).replaceAll('20120910', day);
    const startedAt = performance.now();
    const lines = describeCalendar(text);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(lines[0]).toBe(lectures);
    expect(lines[1]).toContain('Lunch | 12:00-13:00 | 2026-1');
  });

  it('may contain hundreds of old events, birthdays and meetings', () => {
    const old = Array.from({ length: 900 }, (_one, index) =>
      [
        'BEGIN:VEVENT',
        `UID:${index}`,
        `SUMMARY:Person ${index % 300}`,
        `DTSTART;VALUE=DATE:1${900 + (index % 90)}0401`,
        'RRULE:FREQ=YEARLY',
        'END:VEVENT',
      ].join('\n'),
    );
    const text = fixture('old-daily').replace('END:VCALENDAR', `${old.join('\n')}\nEND:VCALENDAR`);
    const lines = describeCalendar(text);
    expect(lines).toContain(lectures);
    expect(lines.filter((line) => line.endsWith('! all_day'))).toHaveLength(900);
  });
});

describe('a daily recurrence', () => {
  const ten =
    'Language course | 09:00-10:30 | 2026-12-07 2026-12-08 2026-12-09 2026-12-10 2026-12-11 2026-12-14 2026-12-15 2026-12-16 2026-12-17 2026-12-18';
  const rule = 'RRULE:FREQ=DAILY;UNTIL=20261218T080000Z;BYDAY=MO,TU,WE,TH,FR';
  it.each([
    ['on weekdays', rule],
    [
      'on weekdays with its rule parts in another order',
      'RRULE:BYDAY=MO,TU,WE,TH,FR;UNTIL=20261218;FREQ=DAILY',
    ],
    ['on a number of weekdays', 'RRULE:FREQ=DAILY;COUNT=10;BYDAY=MO,TU,WE,TH,FR'],
    ['as weekly weekdays', 'RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=MO,TU,WE,TH,FR;WKST=SU'],
    ['as monthly weekdays', 'RRULE:FREQ=MONTHLY;COUNT=10;BYDAY=MO,TU,WE,TH,FR'],
    ['as two rules', 'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO,TU\nRRULE:FREQ=WEEKLY;COUNT=6;BYDAY=WE,TH,FR'],
    ['with weekends excluded by a rule', 'RRULE:FREQ=DAILY;COUNT=12\nEXRULE:FREQ=WEEKLY;BYDAY=SA,SU'],
  ])('is read %s', (_what, other) => {
    const found = describeCalendar(replaced('daily-on-weekdays', rule, other));
    expect(found).toEqual([ten]);
  });
});

describe('time zone definitions', () => {
  it('may be missing or empty', () => {
    expect(describeCalendar(fixture('zone-outside'))).toEqual(['Lecture | 09:30-10:00 | 2026-12-07']);
    expect(describeCalendar(fixture('empty-zone'))).toEqual(['Lecture | 09:00-10:30 | 2026-12-07']);
  });

  const described = (tzid: string, lines: string[], event = tzid) =>
    replaced(
      'empty-zone',
      /BEGIN:VTIMEZONE[^]*END:VTIMEZONE/,
      ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'END:VTIMEZONE'].join('\n'),
    ).replaceAll('TZID=Europe/Berlin', `TZID=${event}`);
  const plus5 = [
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0500',
    'END:STANDARD',
  ];
  const at5 = ['Lecture | 05:00-06:30 | 2026-12-07'];

  it('apply to names that are not known zones', () => {
    expect(describeCalendar(described('Customized Time Zone', plus5))).toEqual(at5);
    expect(describeCalendar(described('GMT+0100', plus5))).toEqual(at5);
  });

  it('never override a zone with a known name', () => {
    expect(describeCalendar(described('Europe/Berlin', plus5))).toEqual([
      'Lecture | 09:00-10:30 | 2026-12-07',
    ]);
    const located = ['X-LIC-LOCATION:Europe/London', ...plus5];
    expect(describeCalendar(described('Campus', located))).toEqual(['Lecture | 10:00-11:30 | 2026-12-07']);
  });

  it('apply to a name with another spelling, and to a different name with a note', () => {
    expect(describeCalendar(described('Campus Time', plus5, '"CAMPUS TIME"'))).toEqual(at5);
    expect(describeCalendar(described('Campus Time', plus5, 'Campus'))).toEqual([
      ...at5,
      'Lecture ~ zone_assumed "Campus"',
    ]);
  });

  it('may have daylight saving time that ended long ago', () => {
    const former = [
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20141026T000000Z',
      'TZOFFSETFROM:+0500',
      'TZOFFSETTO:+0400',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:19700329T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20140330T000000Z',
      'TZOFFSETFROM:+0400',
      'TZOFFSETTO:+0500',
      'END:DAYLIGHT',
    ];
    expect(describeCalendar(described('Campus', former))).toEqual(['Lecture | 06:00-07:30 | 2026-12-07']);
  });

  it.each([
    ['incomplete', ['BEGIN:STANDARD', 'END:STANDARD']],
    ['empty', []],
    ['without a start', ['BEGIN:STANDARD', 'TZOFFSETFROM:+0500', 'TZOFFSETTO:+0500', 'END:STANDARD']],
    ['with impossible offsets', plus5.map((line) => line.replace('+0500', 'noon'))],
  ])('are ignored if they are %s', (_what, lines) => {
    expect(describeCalendar(described('Campus', lines))).toEqual(['Lecture ! zone']);
  });
});
