import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { campusClock, campusMoment } from '../src/time/campus-moment.ts';
import { campusTimeZone } from '../src/time/campus-zone.ts';
import { formatTime, formatDay, formatDayTime, formatRelative } from '../src/time/format.ts';
import { parseDay } from '../src/time/parse.ts';
import { endOfDay, startOfDay } from '../src/time/report-range.ts';
import { installCatalog } from '../src/texts/catalog.ts';

const year = new Date().getFullYear();
const campusIsIn = (zone: string) => {
  document.head.innerHTML = `<meta name="campus-time-zone" content="${zone}" />`;
};
afterEach(() => {
  document.head.innerHTML = '';
});

describe('days and times', () => {
  test('keep a calendar day the same in every time zone', () => {
    expect(formatDay('2020-09-14')).toBe('Mon 14 Sep 2020');
  });

  test('omit the current year', () => {
    expect(formatDay(`${year}-03-05`)).toMatch(/^\w{3} 5 Mar$/);
  });

  test('format a moment as local time', () => {
    expect(formatTime(new Date(2020, 8, 14, 9, 5).toISOString())).toBe('09:05');
    expect(formatDayTime(new Date(2020, 8, 14, 14, 30).toISOString())).toBe('Mon 14 Sep 2020, 14:30');
    expect(formatTime(new Date(2020, 8, 14, 0, 5).toISOString())).toBe('00:05');
  });

  test('show “2 days ago” after two midnights, however few hours have passed', () => {
    const morning = new Date(2026, 8, 14, 9, 0).getTime();
    expect(formatRelative(new Date(2026, 8, 12, 23, 0).toISOString(), morning)).toBe('2 days ago');
    expect(formatRelative(new Date(2026, 8, 13, 1, 0).toISOString(), morning)).toBe('yesterday');
    expect(formatRelative(new Date(2026, 8, 15, 23, 0).toISOString(), morning)).toBe('tomorrow');
  });

  test('show relative times in the largest fitting unit', () => {
    const now = Date.parse('2026-09-14T09:00:00Z');
    expect(formatRelative('2026-09-14T08:59:40Z', now)).toBe('now');
    expect(formatRelative('2026-09-14T08:55:00Z', now)).toBe('5 minutes ago');
    expect(formatRelative('2026-09-14T07:00:00Z', now)).toBe('2 hours ago');
    expect(formatRelative('2026-09-13T08:00:00Z', now)).toBe('yesterday');
    expect(formatRelative('2026-09-14T09:10:00Z', now)).toBe('in 10 minutes');
  });
});

describe('campus time', () => {
  test('converts to the correct moment in summer and winter', () => {
    campusIsIn('Europe/Berlin');
    expect(campusMoment('2026-07-01', '09:05')).toBe('2026-07-01T07:05:00.000Z');
    expect(campusMoment('2026-12-01', '09:05')).toBe('2026-12-01T08:05:00.000Z');
    expect(campusClock(new Date('2026-12-31T23:30:00Z'))).toEqual({ day: '2027-01-01', time: '00:30' });
  });

  test('is shown with the viewer’s local time only if they differ', () => {
    void installCatalog({
      namespace: 'test',
      en: {},
      load: async () => ({}),
    });
    const moment = '2026-07-01T03:30:00.000Z';
    campusIsIn('Asia/Kolkata');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const own = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(moment));
    expect(formatTime(moment)).toBe(`09:00 (${own} your time)`);
    expect(formatDayTime(moment)).toBe(`${formatDay('2026-07-01')}, 09:00 (${own} your time)`);
    campusIsIn(timeZone);
    expect(formatTime(moment)).toBe(own);
  });

  test('omits the current year on campus, and adds it to a typed day without a year', () => {
    jest.useFakeTimers({ now: Date.parse('2026-12-31T23:30:00Z') });
    try {
      campusIsIn('Pacific/Kiritimati');
      expect(formatDay('2027-03-05')).toBe('Fri 5 Mar');
      expect(formatDay('2026-12-31T11:00:00Z')).toBe('Fri 1 Jan');
      expect(parseDay('5 Mar')).toBe('2027-03-05');
      campusIsIn('Pacific/Pago_Pago');
      expect(formatDay('2027-03-05')).toBe('Fri 5 Mar 2027');
      expect(parseDay('5 Mar')).toBe('2026-03-05');
    } finally {
      jest.useRealTimers();
    }
  });

  test('counts midnights on campus, whatever the viewer’s time zone', () => {
    const [first, second] = ['2026-09-14T10:30:00Z', '2026-09-15T11:30:00Z'].map(Date.parse) as [
      number,
      number,
    ];
    campusIsIn('Pacific/Pago_Pago');
    expect(formatRelative(new Date(first).toISOString(), second)).toBe('2 days ago');
    campusIsIn('Etc/GMT+6');
    expect(formatRelative(new Date(first).toISOString(), second)).toBe('yesterday');
    campusIsIn('Etc/GMT-13');
    expect(formatRelative(new Date(first).toISOString(), second)).toBe('2 days ago');
  });

  test('defaults to the viewer’s time zone', () => {
    campusIsIn('__CAMPUS_TIME_ZONE__');
    expect(campusTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});

test('a report covers whole campus days', () => {
  campusIsIn('Asia/Kolkata');
  expect(startOfDay('2026-09-14')).toBe('2026-09-13T18:30:00.000Z');
  expect(endOfDay('2026-09-14')).toBe('2026-09-14T18:29:59.999Z');
  campusIsIn('Europe/Berlin');
  expect(endOfDay('2026-10-25')).toBe('2026-10-25T22:59:59.999Z');
});
