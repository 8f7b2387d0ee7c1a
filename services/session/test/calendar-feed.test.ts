import { membershipChanged, userChanged } from '@qr-attendance/contracts/events';
import type { Series, Session } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const ZONE = 'Europe/Berlin';
let world: World;
let classes: Class;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: ZONE });
  classes = createClass(world);
});
afterAll(() => world.close());

const today = Temporal.Now.plainDateISO(ZONE);
const dayIn = (days: number) => today.add({ days }).toString();
const momentIn = (days: number, hour: number) =>
  today.add({ days }).toZonedDateTime({ timeZone: ZONE, plainTime: { hour } }).toInstant().toString();
const stamp = (days: number, hour: number) => momentIn(days, hour).replaceAll(/[-:]/g, '');

const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const renew = async (person: Person): Promise<string> =>
  (await ask<{ path: string }>(person, 'POST', '/api/calendar/feed')).body.path;
const read = async (path: string) => {
  const response = await fetch(world.url() + path);
  return {
    status: response.status,
    headers: response.headers,
    text: (await response.text()).replace(/\r\n /g, ''),
  };
};
const eventsOf = (text: string) =>
  text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map(
      (event) =>
        Object.fromEntries(event.split('\r\n').map((line) => line.split(/:(.*)/).slice(0, 2))) as Record<
          string,
          string
        >,
    );

const plan = async () => {
  const teacher = world.people.teacher();
  const courseId = classes.giveCourse(teacher, 'Data Structures');
  const { body } = await ask<Series>(teacher, 'POST', '/api/series', {
    courseId,
    slots: [{ weekday: today.add({ days: 1 }).dayOfWeek, start: '09:00', end: '10:00' }],
    firstDay: dayIn(1),
    lastDay: dayIn(30),
  });
  return { teacher, courseId, series: body };
};

describe('the calendar of a person', () => {
  it('contains the classes of their courses with stable IDs, moves and cancellations', async () => {
    const { teacher, courseId, series } = await plan();
    const path = await renew(teacher);
    const before = await read(path);
    expect(before.status).toBe(200);
    expect(before.headers.get('content-type')).toContain('text/calendar');
    const planned = eventsOf(before.text);
    expect(planned).toHaveLength(5);
    expect(planned.map(({ DTSTART }) => DTSTART)).toContain(stamp(22, 9));

    const { body: editedClass } = await ask<Session>(teacher, 'POST', `/api/series/${series._id}/classes`, {
      key: `${dayIn(22)}.1`,
    });
    await classes.edit(teacher, editedClass._id, {
      version: editedClass.version,
      date: dayIn(23),
      startTime: momentIn(23, 15),
      endTime: momentIn(23, 16),
      lateAfterMinutes: 10,
      online: true,
    });
    const [next] = (await classes.list(teacher, `?courseId=${courseId}&order=oldest`)).body;
    await classes.cancel(teacher, next?._id ?? '');

    const after = eventsOf((await read(path)).text);
    expect(after.map(({ UID }) => UID).sort()).toEqual(planned.map(({ UID }) => UID).sort());
    const moved = after.find(({ DTSTART }) => DTSTART === stamp(23, 15));
    const was = planned.find(({ DTSTART }) => DTSTART === stamp(22, 9));
    expect(moved).toMatchObject({ UID: was?.['UID'], LOCATION: 'Online', STATUS: 'CONFIRMED' });
    expect(Number(moved?.['SEQUENCE'])).toBeGreaterThan(Number(was?.['SEQUENCE']));
    expect(after.filter(({ STATUS }) => STATUS === 'CANCELLED')).toMatchObject([{ DTSTART: stamp(1, 9) }]);
  });

  it('contains classes that end after midnight', async () => {
    const teacher = world.people.teacher();
    const courseId = classes.giveCourse(teacher);
    await ask(teacher, 'POST', '/api/series', {
      courseId,
      slots: [{ weekday: today.add({ days: 2 }).dayOfWeek, start: '22:00', end: '00:00' }],
      firstDay: dayIn(2),
      lastDay: dayIn(40),
    });
    const events = eventsOf((await read(await renew(teacher))).text);
    expect(events).toHaveLength(6);
    for (const [index, { DTSTART, DTEND }] of events.entries())
      expect([DTSTART, DTEND]).toEqual([stamp(2 + 7 * index, 22), stamp(3 + 7 * index, 0)]);
  });

  it('is not available to administrators, who have no classes of their own', async () => {
    const answer = await ask(world.people.admin(), 'POST', '/api/calendar/feed');
    expect(answer).toMatchObject({ status: 403, body: { code: 'no_classes' } });
  });

  it('contains the classes of a student’s courses', async () => {
    const { courseId } = await plan();
    const student = world.people.student();
    const path = await renew(student);
    expect(eventsOf((await read(path)).text)).toEqual([]);
    const id = newId();
    await world.bus.publish(
      createEvent(membershipChanged, id, {
        ...samples.membershipChanged,
        id,
        courseId,
        studentId: student.id,
      }),
    );
    await eventually(async () => expect(eventsOf((await read(path)).text)).toHaveLength(5));
  });

  it('can be revoked and renewed, and the earlier URL stops working', async () => {
    const teacher = world.people.teacher();
    const state = async () => (await ask<{ createdAt?: string }>(teacher, 'GET', '/api/calendar/feed')).body;
    expect(await state()).toEqual({});
    const first = await renew(teacher);
    expect(await state()).toEqual({ createdAt: expect.any(String) });
    const second = await renew(teacher);
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    for (let round = 0; round < 2; round += 1)
      expect((await ask(teacher, 'DELETE', '/api/calendar/feed')).status).toBe(204);
    expect((await read(second)).status).toBe(404);
  });

  it('has a URL that is stored only as a hash', async () => {
    const path = await renew(world.people.teacher());
    const token = path.split('/').at(-1)?.slice(0, -4) ?? '';
    const stored = JSON.stringify(await world.database.collection('calendarfeeds').find().toArray());
    expect(stored).not.toContain(token);
  });

  it('reveals nothing for a wrong, misspelled or suspended URL', async () => {
    const teacher = world.people.teacher();
    const path = await renew(teacher);
    const wrong = `/api/calendar/feeds/${'A'.repeat(43)}.ics`;
    expect((await read(wrong)).status).toBe(404);
    expect((await read('/api/calendar/feeds/short.ics')).status).toBe(400);
    expect((await read(path.replace('.ics', ''))).status).toBe(400);
    const suspended = { ...samples.teacherChanged, id: teacher.id, suspended: true, version: 5 };
    await world.bus.publish(createEvent(userChanged, teacher.id, suspended));
    await eventually(async () => expect((await read(path)).status).toBe(404));
  });

  it('returns 429 when it is read too often', async () => {
    const path = await renew(world.people.teacher());
    const statuses: number[] = [];
    for (let round = 0; round < 62; round += 1) statuses.push((await read(path)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});
