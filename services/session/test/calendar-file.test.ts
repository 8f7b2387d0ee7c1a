import { randomUUID } from 'node:crypto';
import type { CalendarClass, CalendarFile, Room, Series } from '@qr-attendance/contracts';
import { call, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calendar, compact, dayOf, event, nextMonday, on, times, wall, ZONE } from './support/calendar.ts';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let classes: Class;
let teacher: Person;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: ZONE });
  classes = createClass(world);
  teacher = world.people.teacher();
});
afterAll(() => world.close());

const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body & { code?: string }>(world.url(), method, path, { token, body });

const campusTime = (moment = ''): string =>
  Temporal.Instant.from(moment)
    .toZonedDateTimeISO(ZONE)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
const read = async (text: string, person = teacher) =>
  ask<CalendarFile>(person, 'POST', '/api/series/read-calendar', { text });
describe('a calendar file', () => {
  it('plans weekly classes with exceptions and additional dates', async () => {
    const uid = `UID:${randomUUID()}`;
    const zone = `;TZID=${ZONE}`;
    const { status, body } = await read(
      calendar(
        event([
          uid,
          ...times(on(0), '0900', '1030'),
          'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=12',
          `EXDATE${zone}:${wall(on(1), '0900')}`,
          `RDATE${zone}:${wall(on(1, 4), '0900')}`,
        ]),
        event([uid, `RECURRENCE-ID${zone}:${wall(on(2), '0900')}`, ...times(on(2, 1), '1400', '1530')]),
      ),
    );
    expect(status).toBe(200);
    expect(body.problems).toEqual([]);
    const [optics] = body.series;
    expect(optics).toMatchObject({ name: 'Optics', count: 12, endless: false });
    expect(optics?.rule).toEqual({
      slots: [1, 3].map((weekday) => ({
        weekday,
        start: '09:00',
        end: '10:30',
      })),
      everyWeeks: 1,
      firstDay: dayOf(on(0)),
      lastDay: dayOf(on(5, 2)),
      skippedDates: [dayOf(on(1)), dayOf(on(2))],
      extraDates: [
        {
          day: dayOf(on(1, 4)),
          start: '09:00',
          end: '10:30',
        },
        {
          day: dayOf(on(2, 1)),
          start: '14:00',
          end: '15:30',
        },
      ],
    });

    const courseId = classes.giveCourse(teacher);
    const planned = await ask<Series>(teacher, 'POST', '/api/series', { courseId, ...optics?.rule });
    expect(planned.status).toBe(201);
  });

  it('may have times in other zones, without a zone, or in zones that it defines itself', async () => {
    const described = [
      'BEGIN:VTIMEZONE',
      'TZID:Campus Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0500',
      'TZOFFSETTO:+0500',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const { body } = await read(
      calendar(
        described,
        event(times(on(0), '0900', '1000', ''), 'Floating'),
        event(times(on(0), '0900', '1000', ';TZID=Europe/London'), 'London'),
        event(times(on(0), '1200', '1300', ';TZID=Campus Standard Time'), 'Described'),
        event(times(on(0), '0900', '1000', ';TZID=Nowhere/Land'), 'Nowhere'),
      ),
    );
    const startOf = (name: string) => body.series.find((one) => one.name === name)?.rule.extraDates[0]?.start;
    expect(startOf('Floating')).toBe('09:00');
    expect(startOf('London')).toBe('10:00');
    expect(startOf('Described')).toBe(
      Temporal.Instant.from(`${dayOf(on(0))}T12:00+05:00`)
        .toZonedDateTimeISO(ZONE)
        .toPlainTime()
        .toString({ smallestUnit: 'minute' }),
    );
    expect(body.problems).toEqual([]);
    const nowhere = body.series.find((one) => one.name === 'Nowhere');
    // The file defines only one zone.
    expect(nowhere?.notes).toEqual([{ note: 'zone_assumed', days: [], found: 'Nowhere/Land' }]);
    const { body: alone } = await read(
      calendar(event(times(on(0), '0900', '1000', ';TZID=Nowhere/Land'), 'Nowhere')),
    );
    expect(alone.problems).toEqual([{ name: 'Nowhere', problem: 'zone', found: 'Nowhere/Land' }]);
  });

  it('groups events with the same title, and uses the room whose name equals their location', async () => {
    const name = `H1 ${randomUUID().slice(0, 8)}`;
    const admin = world.people.admin();
    const { body: room } = await ask<Room>(admin, 'POST', '/api/rooms', { name, building: 'Main' });
    const lecture = (days: number, more: string[] = []) =>
      event([...times(on(0, days), '0900', '1030'), 'RRULE:FREQ=WEEKLY', `LOCATION:${name}`, ...more]);
    const { body } = await read(calendar(lecture(0), lecture(2), event(times(on(0), '1100', '1200'), 'Lab')));
    expect(body.series).toMatchObject([
      {
        name: 'Optics',
        endless: true,
        room: {
          id: room._id,
          name,
          building: 'Main',
        },
        rule: { slots: [{ weekday: 1 }, { weekday: 3 }] },
      },
      { name: 'Lab', count: 1 },
    ]);
  });

  it('lists each event that cannot be planned, with the reason', async () => {
    const lastYear = nextMonday.subtract({ years: 1 });
    const { body } = await read(
      calendar(
        event([`DTSTART;VALUE=DATE:${compact(on(0))}`], 'Holiday'),
        event(times(lastYear, '0900', '1000'), 'Last year'),
        event([`DTSTART:${wall(on(0), '2200')}`, `DTEND:${wall(on(0, 1), '2200')}`], 'Party'),
        event([`DTSTART:${wall(on(0), '2200')}`, `DTEND:${wall(on(0), '2100')}`], 'Backwards'),
        event([`DTSTART:${wall(on(0), '0900')}`], 'Reminder'),
        event([...times(on(0), '0900', '1000'), 'RRULE:FREQ=SECONDLY'], 'Clock'),
        event([...times(on(0), '0900', '1000'), 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'], 'Never'),
        ['BEGIN:VTODO', 'SUMMARY:Grading', 'END:VTODO'],
        event(['DTSTART:yesterday'], 'Broken'),
        event(times(on(0), '0900', '1000'), 'Good'),
        event([...times(on(0), '0900', '1000'), 'STATUS:CANCELLED'], 'Canceled'),
      ),
    );
    expect(body.series).toMatchObject([
      { name: 'Clock', count: 1, notes: [{ note: 'rule', days: [], found: 'FREQ=SECONDLY' }] },
      { name: 'Never', count: 1, notes: [{ note: 'rule' }] },
      { name: 'Good', count: 1 },
    ]);
    expect(body.series[2]?.notes).toBeUndefined();
    expect(body.problems).toEqual([
      { name: 'Holiday', problem: 'all_day' },
      { name: 'Party', problem: 'too_long' },
      { name: 'Backwards', problem: 'end_before_start' },
      { name: 'Reminder', problem: 'no_end' },
      { name: 'Broken', problem: 'invalid', found: 'yesterday' },
      { name: 'Canceled', problem: 'canceled' },
      { name: 'Grading', problem: 'task' },
      { name: 'Last year', problem: 'past' },
    ]);
  });

  it.each([
    ['is not a calendar', 'Monday at nine', 422, 'not_a_calendar'],
    ['is a contact', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n', 422, 'not_a_calendar'],
    ['is empty', '', 400, undefined],
    ['is too long', 'x'.repeat(200_001), 400, undefined],
  ])('is rejected if it %s', async (_what, text, status, code) => {
    const answer = await read(text);
    expect(answer.status).toBe(status);
    if (code) expect(answer.body.code).toBe(code);
  });

  it('reports how many events are over, and how many beyond the first hundred are omitted', async () => {
    const lastYear = nextMonday.subtract({ years: 1 });
    const over = Array.from({ length: 300 }, () => event(times(lastYear, '0900', '1000'), 'Meeting'));
    const allDay = Array.from({ length: 120 }, (_one, index) =>
      event([`DTSTART;VALUE=DATE:${compact(on(0))}`], `Birthday ${index}`),
    );
    const { body } = await read(calendar(...over, ...allDay));
    expect(body.problems).toHaveLength(100);
    expect(body.problems[0]).toEqual({ name: 'Birthday 0', problem: 'all_day' });
    expect(body.more).toBe(320);
    const { body: few } = await read(calendar(...over));
    expect(few.problems).toEqual([{ name: 'Meeting', problem: 'past', count: 300 }]);
  });

  it('is read up to the point where it is cut off', async () => {
    const text = calendar(
      event(times(on(0), '0900', '1000'), 'First'),
      event(times(on(0), '0900', '1000'), 'Last'),
    );
    const { body } = await read(text.slice(0, text.lastIndexOf('DTEND')));
    expect(body.series.map(({ name }) => name)).toEqual(['First']);
    expect(body.problems).toEqual([{ name: 'Last', problem: 'cut_off' }]);
  });

  it('can plan classes that end at or after midnight', async () => {
    const { body } = await read(
      calendar(
        event(
          [
            `DTSTART;TZID=${ZONE}:${wall(on(0), '2200')}`,
            `DTEND;TZID=${ZONE}:${wall(on(0, 1), '0100')}`,
            'RRULE:FREQ=WEEKLY;COUNT=3',
          ],
          'Stars',
        ),
        event([...times(on(0, 2), '2200', '2300').slice(0, 1), 'DURATION:PT2H'], 'Stars'),
      ),
    );
    const [stars] = body.series;
    expect(stars).toMatchObject({
      name: 'Stars',
      count: 4,
      rule: {
        slots: [
          {
            weekday: 1,
            start: '22:00',
            end: '01:00',
          },
        ],
        extraDates: [
          {
            day: dayOf(on(0, 2)),
            start: '22:00',
            end: '00:00',
          },
        ],
      },
    });
    const courseId = classes.giveCourse(teacher);
    const { status } = await ask<Series>(teacher, 'POST', '/api/series', { courseId, ...stars?.rule });
    expect(status).toBe(201);
    const { body: listed } = await ask<CalendarClass[]>(
      teacher,
      'GET',
      `/api/calendar?from=${dayOf(on(0))}&to=${dayOf(on(0, 6))}&courseId=${courseId}`,
    );
    expect(listed.map(({ date, endTime }) => [date, campusTime(endTime)])).toEqual([
      [dayOf(on(0)), `${dayOf(on(0, 1))}T01:00`],
      [dayOf(on(0, 2)), `${dayOf(on(0, 3))}T00:00`],
    ]);
  });

  it('shows problems beside each event, and offers what can be read', async () => {
    const uid = `UID:${randomUUID()}`;
    const zone = `;TZID=${ZONE}`;
    const at9 = (weeks: number, days = 0) => `${zone}:${wall(on(weeks, days), '0900')}`;
    const { body } = await read(
      calendar(
        event([
          uid,
          ...times(on(0), '0900', '1030'),
          'RRULE:FREQ=WEEKLY;COUNT=6',
          'LOCATION:H1',
          `EXDATE${at9(0, 1)}`,
          'EXDATE:soon',
          `EXDATE${at9(5)}`,
        ]),
        event([uid, `RECURRENCE-ID${at9(1)}`, ...times(on(1), '0900', '1030'), 'STATUS:CANCELLED']),
        event([uid, `RECURRENCE-ID${at9(2, 3)}`, ...times(on(2, 4), '0900', '1030')]),
        event([uid, `RECURRENCE-ID${at9(3)}`, ...times(on(3), '1030', '0900')]),
        event([uid, `RECURRENCE-ID${at9(4)}`, ...times(on(4), '1000', '1130'), 'LOCATION:H2']),
      ),
    );
    expect(body.problems).toEqual([]);
    const [readSeries] = body.series;
    expect(readSeries?.count).toBe(5);
    expect(readSeries?.notes?.toSorted((one, other) => (one.note < other.note ? -1 : 1))).toEqual([
      { note: 'change_unmatched', days: [dayOf(on(2, 4))] },
      { note: 'change_unreadable', days: [dayOf(on(3))] },
      { note: 'dates_canceled', days: [dayOf(on(1))] },
      { note: 'exclusion_unmatched', days: [dayOf(on(0, 1))] },
      { note: 'other_place', days: [dayOf(on(4))], found: 'H2' },
      { note: 'unreadable', days: [], found: 'EXDATE:soon' },
    ]);
  });

  it('can be read thirty times an hour per person', async () => {
    const [eager, other] = [world.people.teacher(), world.people.teacher()];
    const text = calendar(event(times(on(0), '0900', '1000')));
    for (let count = 0; count < 30; count += 1) expect((await read(text, eager)).status).toBe(200);
    expect(await read(text, eager)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await read(text, other)).status).toBe(200);
  });

  it('can be read only for teachers', async () => {
    expect((await read(calendar(), world.people.student())).status).toBe(403);
  });
});
