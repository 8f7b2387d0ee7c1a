import type { CalendarFile } from '@qr-attendance/contracts';
import { call, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calendar, event, nextMonday, on, times, wall, ZONE } from './support/calendar.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: ZONE });
});
afterAll(() => world.close());

const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body & { code?: string }>(world.url(), method, path, { token, body });
const read = (text: string, person: Person) =>
  ask<CalendarFile>(person, 'POST', '/api/series/read-calendar', { text });

const at9 = times(on(0), '0900', '1000');
/** Neither this February nor the February of every second year after it has 29 days. */
const february = nextMonday.add({ years: 1 + (nextMonday.year % 2) }).with({ month: 2, day: 1 });
const inFebruary = times(february, '0900', '1000');
const changingZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Odd',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=SECONDLY',
  'END:STANDARD',
  'END:VTIMEZONE',
];
/** Events that have repeated since the year 1, so that their repetitions take long to count. */
const slow = calendar(
  ...Array.from({ length: 20 }, () =>
    event([
      'DTSTART:00010101T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=9999999',
    ]),
  ),
);

describe('a calendar file', () => {
  it.each<[string, string[][]]>([
    [
      'repeats after more days than a number holds',
      [event([...at9, `RRULE:FREQ=DAILY;INTERVAL=${2 ** 53}`])],
    ],
    ['lasts almost forever', [event([`DTSTART:${wall(on(0), '0900')}`, `DURATION:P${2 ** 53}W`])]],
    [
      'repeats on a day that never comes',
      [event([...inFebruary, 'RRULE:FREQ=MONTHLY;INTERVAL=24;BYDAY=5MO'])],
    ],
    ['has a zone that changes each second', [changingZone, event(times(on(0), '0900', '1000', ';TZID=Odd'))]],
  ])('reports an event that %s, and reads the others', async (_what, components) => {
    const { status, body } = await read(calendar(...components, event(at9, 'Good')), world.people.teacher());
    expect(status).toBe(200);
    expect(body.series.map(({ name }) => name)).toContain('Good');
    const odd = [...body.series.flatMap(({ notes = [] }) => notes), ...body.problems];
    expect(odd).toHaveLength(1);
  });

  it('is rejected if reading it takes too long, without delaying other requests', async () => {
    const person = world.people.teacher();
    let isRead = false;
    const refused = read(slow, person).finally(() => (isRead = true));
    for (let count = 0; count < 10; count += 1)
      expect((await ask(person, 'GET', '/api/rooms')).status).toBe(200);
    expect(isRead).toBe(false);
    expect(await refused).toMatchObject({ status: 422, body: { code: 'calendar_too_large' } });
    expect((await read(calendar(event(at9)), person)).status).toBe(200);
  });

  it('counts ten times if reading it exceeds the limits, and at most two per person may wait', async () => {
    const person = world.people.teacher();
    const answers = await Promise.all(Array.from({ length: 5 }, () => read(slow, person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([422, 422, 429, 429, 429]);
    expect((await read(slow, person)).status).toBe(422);
    expect(await read(slow, person)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });

  it('waits in turn with other people’s files, but never until the gateway’s timeout', async () => {
    const crowd = Array.from({ length: 6 }, () => world.people.teacher());
    const answers = await Promise.all(crowd.flatMap((person) => [read(slow, person), read(slow, person)]));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(422);
    for (const { status, headers } of answers)
      if (status !== 422) {
        expect(status).toBe(503);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    expect(statuses).toContain(503);
  });
});
