import { randomUUID } from 'node:crypto';
import {
  type CalendarClass,
  MAX_SERIES,
  type Room,
  type Series,
  type SeriesPreview,
  type Session,
} from '@qr-attendance/contracts';
import { courseChanged, termChanged, type TermChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { createLogger, createMetrics } from '@qr-attendance/observability';
import { sharedKeyOf } from '@qr-attendance/server';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { configSchema } from '../src/config.ts';
import { createContext, type Context } from '../src/context.ts';
import { createModels } from '../src/db/models.ts';
import { planClasses, planDueSeries } from '../src/features/series/plan-classes.ts';
import type { Series as StoredSeries } from '../src/core/series/series.ts';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const ZONE = 'Europe/Berlin';
let world: World;
let classes: Class;
let admin: Person;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: ZONE });
  classes = createClass(world);
  admin = world.people.admin();
});
afterAll(() => world.close());

const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body & { code?: string }>(world.url(), method, path, { token, body });

const today = Temporal.Now.plainDateISO(ZONE);
const dayIn = (days: number) => today.add({ days }).toString();
const weekdayIn = (days: number) => today.add({ days }).dayOfWeek;
const momentIn = (days: number, time: string) =>
  new Date(
    today.add({ days }).toZonedDateTime({ timeZone: ZONE, plainTime: time }).epochMilliseconds,
  ).toISOString();

const weekly = (courseId: string, more: object = {}) => ({
  courseId,
  slots: [{ weekday: weekdayIn(1), start: '09:00', end: '10:30' }],
  firstDay: dayIn(1),
  lastDay: dayIn(60),
  ...more,
});
const plan = async (more: object = {}) => {
  const teacher = world.people.teacher();
  const courseId = classes.giveCourse(teacher, `Course ${randomUUID().slice(0, 8)}`);
  const answer = await ask<Series>(teacher, 'POST', '/api/series', weekly(courseId, more));
  expect(answer.status).toBe(201);
  return { teacher, courseId, series: answer.body };
};
const giveCourseInTerm = async (teacher: Person) => {
  const termId = newId();
  const courseId = classes.giveCourse(teacher);
  const course = { ...samples.courseChanged, id: courseId, teacherId: teacher.id, termId, version: 2 };
  world.neighbors.courses.set(courseId, course);
  await world.bus.publish(createEvent(courseChanged, courseId, course));
  const publishTerm = (breaks: TermChanged['breaks'], version: number) =>
    world.bus.publish(
      createEvent(termChanged, termId, { ...samples.termChanged, id: termId, breaks, version }),
    );
  return { courseId, publishTerm };
};
const listSessions = async (teacher: Person, courseId: string) =>
  (await classes.list(teacher, `?courseId=${courseId}&order=oldest`)).body;
const calendar = async (person: Person, from: number, to: number) =>
  (await ask<CalendarClass[]>(person, 'GET', `/api/calendar?from=${dayIn(from)}&to=${dayIn(to)}`)).body;
const ruleOf = ({ rules }: Series) => {
  const { from: _from, room: _room, ...rule } = rules.at(-1) as Series['rules'][number];
  return rule;
};
const edit = (teacher: Person, { _id, version }: Series, rule: object, from?: string) =>
  ask<Series>(teacher, 'PUT', `/api/series/${_id}`, { ...rule, version, ...(from ? { from } : {}) });
const createRoom = async (more: object = {}) =>
  (await ask<Room>(admin, 'POST', '/api/rooms', { name: randomUUID(), ...more })).body;

describe('a series', () => {
  it('creates its classes for the next two weeks, and computes later ones from its rule', async () => {
    const { teacher, courseId, series } = await plan();
    const sessions = await listSessions(teacher, courseId);
    expect(sessions.map(({ date }) => date)).toEqual([dayIn(1), dayIn(8)]);
    expect(sessions[0]).toMatchObject({
      startTime: momentIn(1, '09:00'),
      endTime: momentIn(1, '10:30'),
      series: { id: series._id },
    });
    const all = await calendar(teacher, 0, 30);
    expect(all.map(({ date, state }) => [date, state])).toEqual([
      [dayIn(1), 'scheduled'],
      [dayIn(8), 'scheduled'],
      [dayIn(15), 'planned'],
      [dayIn(22), 'planned'],
      [dayIn(29), 'planned'],
    ]);
  });

  it('is visible only to the students of its course', async () => {
    const { courseId } = await plan();
    const [student, stranger] = [world.people.student(), world.people.student()];
    classes.giveEnrollment(student, courseId);
    await world.bus.publish(
      createEvent((await import('@qr-attendance/contracts/events')).membershipChanged, newId(), {
        ...samples.membershipChanged,
        id: newId(),
        courseId,
        studentId: student.id,
      }),
    );
    await eventually(async () => expect(await calendar(student, 0, 20)).toHaveLength(3));
    expect(await calendar(stranger, 0, 20)).toEqual([]);
  });

  it('is created once even if the request is repeated', async () => {
    const teacher = world.people.teacher();
    const courseId = classes.giveCourse(teacher);
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      call<Series>(world.url(), 'POST', '/api/series', {
        token: teacher.token,
        headers,
        body: weekly(courseId),
      });
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status } of answers) expect([201, 503]).toContain(status);
    const again = await send();
    expect(again.status).toBe(201);
    expect((await ask<Series[]>(teacher, 'GET', `/api/series?courseId=${courseId}`)).body).toHaveLength(1);
    expect(await listSessions(teacher, courseId)).toHaveLength(2);
  });

  it('cannot be duplicated exactly without a confirmation', async () => {
    const { teacher, courseId } = await plan();
    const duplicate = await ask<object>(teacher, 'POST', '/api/series', weekly(courseId));
    expect(duplicate).toMatchObject({ status: 409, body: { code: 'series_duplicates' } });
    const confirmed = await ask<object>(
      teacher,
      'POST',
      '/api/series',
      weekly(courseId, { confirmed: true }),
    );
    expect(confirmed.status).toBe(201);
  });

  it('never exceeds the limit of series per course, even with concurrent requests', async () => {
    const { teacher, courseId, series } = await plan();
    const stored = world.database.collection('series');
    const template = await stored.findOne({ _id: new mongoose.Types.ObjectId(series._id) });
    const copies = Array.from({ length: MAX_SERIES - 3 }, () => ({
      ...template,
      _id: new mongoose.Types.ObjectId(),
      dueOn: dayIn(2),
    }));
    await stored.insertMany(copies);
    const create = () => ask(teacher, 'POST', '/api/series', weekly(courseId, { confirmed: true }));
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const live = await stored.countDocuments({ courseId, deletedAt: { $exists: false } });
    expect(live).toBeLessThanOrEqual(MAX_SERIES);
    expect(live).toBe(MAX_SERIES - 2 + answers.filter(({ status }) => status === 201).length);
    await stored.deleteMany({ courseId });
  });

  it('is rejected while its course is at the limit of series', async () => {
    const { teacher, courseId, series } = await plan();
    const stored = world.database.collection('series');
    const template = await stored.findOne({ _id: new mongoose.Types.ObjectId(series._id) });
    // These series are not due, so the worker does not plan them.
    const copies = Array.from({ length: MAX_SERIES - 1 }, () => ({
      ...template,
      _id: new mongoose.Types.ObjectId(),
      dueOn: dayIn(2),
    }));
    await stored.insertMany(copies);
    const refused = { status: 409, body: { code: 'too_many_series' } };
    const create = () => ask(teacher, 'POST', '/api/series', weekly(courseId, { confirmed: true }));
    expect(await create()).toMatchObject(refused);
    const values = {
      weekday: 1,
      start: '09:00',
      end: '10:00',
      everyWeeks: 1,
      firstDay: dayIn(1),
      lastDay: dayIn(60),
    };
    const [before, after] = [null, values].map((some) => ({ values: some, statements: null }));
    const imported = await call<string[]>(world.url(), 'PUT', '/internal/timetable', {
      token: world.internalToken,
      body: {
        classes: [{ courseId, sectionId: newId(), name: 'lecture', before, after }],
        by: teacher.id,
      },
    });
    expect(imported).toMatchObject({ status: 200, body: ['refused'] });

    const changed = await edit(teacher, series, { ...ruleOf(series), lateAfterMinutes: 1 });
    expect(changed.status).toBe(200);
    const ended = await ask<Series>(teacher, 'POST', `/api/series/${series._id}/end`, {});
    expect(ended.status).toBe(200);
    expect((await create()).status).toBe(201);
    // An ended series that continues counts toward the limit again.
    expect(await edit(teacher, ended.body, ruleOf(changed.body))).toMatchObject(refused);
    await stored.deleteMany({ courseId });
  });

  it('creates the classes of the next day when the horizon moves', async () => {
    const { teacher, courseId, series } = await plan();
    const replica = await world.startReplica({ SERIES_HORIZON_DAYS: '30' });
    const stored = world.database.collection('series');
    const due = { $set: { dueOn: '' }, $inc: { touches: 1 } };
    await eventually(async () => {
      // The other replica, whose horizon is shorter, may plan the series first.
      await stored.updateOne({ _id: new mongoose.Types.ObjectId(series._id) }, due);
      expect(await listSessions(teacher, courseId)).toHaveLength(5);
    });
    await replica.stop();
  });

  it('gets each class once even if several replicas plan concurrently', async () => {
    const replicas = await Promise.all([1, 2].map(() => world.startReplica()));
    const { teacher, courseId, series } = await plan({
      slots: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: '07:00', end: '08:00' })),
    });
    const before = await listSessions(teacher, courseId);
    for (let round = 0; round < 3; round += 1)
      await world.database
        .collection('series')
        .updateOne(
          { _id: new mongoose.Types.ObjectId(series._id) },
          { $set: { dueOn: '' }, $inc: { touches: 1 } },
        );
    await eventually(async () => {
      const document = await world.database
        .collection('series')
        .findOne({ _id: new mongoose.Types.ObjectId(series._id) });
      expect(document?.['dueOn']).toBe(dayIn(1));
    });
    expect(await listSessions(teacher, courseId)).toEqual(before);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it('skips holidays of its term, even if entered later, and restores classes when they are removed', async () => {
    const teacher = world.people.teacher();
    const { courseId, publishTerm } = await giveCourseInTerm(teacher);
    await publishTerm(
      [{ kind: 'holiday', name: 'Founding Day', firstDay: dayIn(15), lastDay: dayIn(15) }],
      1,
    );
    await eventually(async () => {
      const { body } = await ask<SeriesPreview>(teacher, 'POST', '/api/series/preview', weekly(courseId));
      expect(body.skipped).toEqual([{ date: dayIn(15), reason: 'holiday', name: 'Founding Day' }]);
    });
    expect((await ask(teacher, 'POST', '/api/series', weekly(courseId))).status).toBe(201);
    const states = async () =>
      Object.fromEntries((await calendar(teacher, 0, 23)).map(({ date, state }) => [date, state]));
    expect(await states()).toEqual({
      [dayIn(1)]: 'scheduled',
      [dayIn(8)]: 'scheduled',
      [dayIn(22)]: 'planned',
    });
    await publishTerm([{ kind: 'break', name: 'Strike', firstDay: dayIn(7), lastDay: dayIn(9) }], 2);
    await eventually(async () =>
      expect(await states()).toEqual({
        [dayIn(1)]: 'scheduled',
        [dayIn(8)]: 'canceled',
        [dayIn(15)]: 'planned',
        [dayIn(22)]: 'planned',
      }),
    );
    await publishTerm([], 3);
    await eventually(async () => expect((await states())[dayIn(8)]).toBe('scheduled'));
  });

  it('keeps a class that was moved away from a later holiday until the series ends', async () => {
    const teacher = world.people.teacher();
    const { courseId, publishTerm } = await giveCourseInTerm(teacher);
    const created = await ask<Series>(teacher, 'POST', '/api/series', weekly(courseId));
    const { _id, version, lateAfterMinutes } = (await listSessions(teacher, courseId))[1] as Session;
    const moved = {
      version,
      lateAfterMinutes,
      date: dayIn(10),
      startTime: momentIn(10, '09:00'),
      endTime: momentIn(10, '10:30'),
    };
    expect((await classes.edit(teacher, _id, moved)).status).toBe(200);
    await publishTerm(
      [
        { kind: 'holiday', name: 'First Day', firstDay: dayIn(1), lastDay: dayIn(1) },
        { kind: 'holiday', name: 'Founding Day', firstDay: dayIn(8), lastDay: dayIn(8) },
      ],
      1,
    );
    const states = async () => (await calendar(teacher, 0, 14)).map(({ date, state }) => [date, state]);
    await eventually(async () =>
      expect(await states()).toEqual([
        [dayIn(1), 'canceled'],
        [dayIn(10), 'scheduled'],
      ]),
    );
    await ask(teacher, 'POST', `/api/series/${created.body._id}/end`, { from: dayIn(8) });
    expect((await states())[1]).toEqual([dayIn(10), 'canceled']);
  });
});

describe('the preview of a series', () => {
  it('lists all dates, and conflicts of room, teacher and course', async () => {
    const room = await createRoom();
    const { teacher, courseId } = await plan({ roomId: room._id });
    const other = world.people.teacher();
    const otherCourse = classes.giveCourse(other);
    const inRoom = weekly(otherCourse, {
      roomId: room._id,
      slots: [{ weekday: weekdayIn(1), start: '10:00', end: '11:00' }],
    });
    const { body } = await ask<SeriesPreview>(other, 'POST', '/api/series/preview', inRoom);
    expect(body.classes).toHaveLength(9);
    // The first two classes are created; the others are planned.
    for (const { conflicts } of body.classes)
      expect(conflicts).toMatchObject([{ kind: 'room', course: { _id: courseId } }]);
    const second = classes.giveCourse(teacher);
    const mine = await ask<SeriesPreview>(teacher, 'POST', '/api/series/preview', weekly(second));
    expect(mine.body.classes[0]?.conflicts).toMatchObject([{ kind: 'teacher' }]);
    const same = await ask<SeriesPreview>(teacher, 'POST', '/api/series/preview', weekly(courseId));
    expect(same.body.classes[8]?.conflicts).toMatchObject([{ kind: 'duplicate' }]);
  });
});

describe('a series of classes that end after midnight', () => {
  const night = { slots: [{ weekday: weekdayIn(3), start: '22:00', end: '01:00' }] };

  it('is planned and listed once, on the day of its start', async () => {
    const { teacher, courseId } = await plan(night);
    const path = `/api/calendar?courseId=${courseId}&from=${dayIn(0)}&to=${dayIn(40)}`;
    const { body } = await ask<CalendarClass[]>(teacher, 'GET', path);
    expect(body.length).toBeGreaterThan(4);
    // Classes within the horizon are created; later classes are planned.
    expect(new Set(body.map(({ state }) => state)).size).toBe(2);
    for (const [index, classOfSeries] of body.entries()) {
      const days = 3 + 7 * index;
      expect(classOfSeries).toMatchObject({ date: dayIn(days), startTime: momentIn(days, '22:00') });
      expect(classOfSeries.endTime).toBe(momentIn(days + 1, '01:00'));
    }
    const again = await ask(teacher, 'POST', '/api/series', weekly(courseId, night));
    expect(again).toMatchObject({ status: 409, body: { code: 'series_duplicates' } });
  });

  it('conflicts with other classes at night, including planned ones', async () => {
    const room = await createRoom();
    const { courseId } = await plan({ ...night, roomId: room._id });
    const other = world.people.teacher();
    const wanted = (slot: object, firstDay: string) =>
      weekly(classes.giveCourse(other), { roomId: room._id, slots: [slot], firstDay, lastDay: dayIn(60) });
    const previews = [
      wanted({ weekday: weekdayIn(4), start: '00:30', end: '02:00' }, dayIn(4)),
      wanted({ weekday: weekdayIn(4), start: '00:30', end: '02:00' }, dayIn(39)),
      wanted({ weekday: weekdayIn(2), start: '23:00', end: '22:30' }, dayIn(2)),
    ];
    for (const body of previews) {
      const preview = await ask<SeriesPreview>(other, 'POST', '/api/series/preview', body);
      expect(preview.body.classes.length).toBeGreaterThan(2);
      for (const { conflicts } of preview.body.classes.slice(0, -1))
        expect(conflicts).toMatchObject([{ kind: 'room', course: { _id: courseId } }]);
    }
    const free = wanted({ weekday: weekdayIn(4), start: '01:00', end: '02:00' }, dayIn(4));
    const preview = await ask<SeriesPreview>(other, 'POST', '/api/series/preview', free);
    for (const { conflicts } of preview.body.classes) expect(conflicts).toEqual([]);
  });
});

describe('one class of a series', () => {
  it('can be canceled individually, even before it is created', async () => {
    const { teacher, courseId, series } = await plan();
    const [planned] = (await calendar(teacher, 20, 25)).filter(({ state }) => state === 'planned');
    const create = () =>
      ask<Session>(teacher, 'POST', `/api/series/${series._id}/classes`, { key: planned?.series?.key });
    const [firstAnswer, secondAnswer] = await Promise.all([create(), create()]);
    expect([firstAnswer.status, secondAnswer.status]).toEqual([200, 200]);
    expect(firstAnswer.body._id).toBe(secondAnswer.body._id);
    await classes.cancel(teacher, firstAnswer.body._id);
    const states = (await calendar(teacher, 0, 30)).map(({ state }) => state);
    expect(states).toEqual(['scheduled', 'scheduled', 'planned', 'canceled', 'planned']);
    expect(await listSessions(teacher, courseId)).toHaveLength(3);
  });

  it('can be moved individually, stays moved when the series changes, and can be moved back', async () => {
    const room = await createRoom({ location: { latitude: 1, longitude: 2 } });
    const { teacher, courseId, series } = await plan();
    const [first] = await listSessions(teacher, courseId);
    const moved = await classes.edit(teacher, first?._id ?? '', {
      version: first?.version,
      date: dayIn(2),
      startTime: momentIn(2, '15:00'),
      endTime: momentIn(2, '16:30'),
      lateAfterMinutes: 10,
    });
    expect(moved.body).toMatchObject({ series: { moved: true } });
    const changed = await edit(teacher, series, { ...ruleOf(series), roomId: room._id });
    expect(changed.status).toBe(200);
    const [kept, followed] = await listSessions(teacher, courseId);
    expect(kept).toMatchObject({
      startTime: momentIn(2, '15:00'),
      room: { id: room._id },
      location: { latitude: 1, longitude: 2 },
    });
    expect(followed).toMatchObject({ startTime: momentIn(8, '09:00'), room: { id: room._id } });
    expect((await calendar(teacher, 2, 2))[0]).toMatchObject({
      movedFrom: { startTime: momentIn(1, '09:00') },
    });
    const back = await ask<Session>(teacher, 'POST', `/api/sessions/${kept?._id}/follow-series`);
    expect(back.body).toMatchObject({
      startTime: momentIn(1, '09:00'),
      date: dayIn(1),
      room: { id: room._id },
    });
    expect(back.body.series?.moved).toBeUndefined();
  });

  it('can be restored to its time in the series after a cancellation', async () => {
    const { teacher, courseId } = await plan();
    const [first] = await listSessions(teacher, courseId);
    await classes.cancel(teacher, first?._id ?? '');
    const back = await ask<Session>(teacher, 'POST', `/api/sessions/${first?._id}/follow-series`);
    expect(back.body).toMatchObject({ state: 'scheduled', startTime: momentIn(1, '09:00') });
  });

  it('cannot be deleted, because it belongs to the series', async () => {
    const { teacher, courseId } = await plan();
    const [first] = await listSessions(teacher, courseId);
    expect(await classes.remove(teacher, first?._id ?? '')).toMatchObject({
      status: 409,
      body: { code: 'session_in_series' },
    });
  });

  it('returns 404 for a key that the series does not have', async () => {
    const { teacher, series } = await plan();
    const answer = await ask(teacher, 'POST', `/api/series/${series._id}/classes`, { key: `${dayIn(2)}.1` });
    expect(answer.status).toBe(404);
  });
});

describe('a change to this and all following classes', () => {
  it('changes classes from that day, but none before', async () => {
    const { teacher, courseId, series } = await plan();
    const slots = [{ weekday: weekdayIn(1), start: '11:00', end: '12:00' }];
    const changed = await edit(teacher, series, { ...ruleOf(series), slots }, dayIn(8));
    expect(changed.body.rules).toHaveLength(2);
    const sessions = await listSessions(teacher, courseId);
    expect(sessions.map(({ startTime }) => startTime)).toEqual([momentIn(1, '09:00'), momentIn(8, '11:00')]);
    const ids = new Set(sessions.map(({ _id }) => _id));
    expect(ids.size).toBe(2);
    expect((await calendar(teacher, 15, 15))[0]).toMatchObject({ startTime: momentIn(15, '11:00') });
  });

  it('can cancel classes from that day, and repeating it changes nothing', async () => {
    const { teacher, series } = await plan();
    const end = () => ask<Series>(teacher, 'POST', `/api/series/${series._id}/end`, { from: dayIn(8) });
    const [firstAnswer, secondAnswer] = [await end(), await end()];
    expect([firstAnswer.status, secondAnswer.status]).toEqual([200, 200]);
    expect(secondAnswer.body.version).toBe(firstAnswer.body.version);
    expect((await calendar(teacher, 0, 30)).map(({ date, state }) => [date, state])).toEqual([
      [dayIn(1), 'scheduled'],
      [dayIn(8), 'canceled'],
    ]);
  });

  it('can move all classes online, except one that was moved back to a room', async () => {
    const room = await createRoom();
    const { teacher, courseId, series } = await plan({ roomId: room._id });
    const online = await edit(teacher, series, { ...ruleOf(series), roomId: undefined, online: true });
    const [first, second] = await listSessions(teacher, courseId);
    expect([first?.online, second?.online]).toEqual([true, true]);
    expect(first?.room).toBeUndefined();
    const { version, date, startTime, endTime, lateAfterMinutes } = first as Session;
    const own = { version, date, startTime, endTime, lateAfterMinutes, roomId: room._id };
    expect((await classes.edit(teacher, first?._id ?? '', own)).body.room?.id).toBe(room._id);
    await edit(teacher, online.body, { ...ruleOf(online.body), lateAfterMinutes: 3 });
    const [kept, followed] = await listSessions(teacher, courseId);
    expect(kept).toMatchObject({ room: { id: room._id }, lateAfterMinutes: 3 });
    expect(followed).toMatchObject({ online: true, lateAfterMinutes: 3 });
  });

  it('is rejected if another window changed the series', async () => {
    const { teacher, series } = await plan();
    const answers = await Promise.all([
      edit(teacher, series, { ...ruleOf(series), lateAfterMinutes: 1 }),
      edit(teacher, series, { ...ruleOf(series), lateAfterMinutes: 2 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('does not change past classes', async () => {
    const { teacher, courseId, series } = await plan();
    const [first] = await listSessions(teacher, courseId);
    const [startTime, endTime] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
    await world.database
      .collection('sessions')
      .updateOne({ _id: new mongoose.Types.ObjectId(first?._id) }, { $set: { startTime, endTime } });
    const slots = [{ weekday: weekdayIn(1), start: '16:00', end: '17:00' }];
    await edit(teacher, series, { ...ruleOf(series), slots });
    const { body } = await classes.get(teacher, first?._id ?? '');
    expect(body).toMatchObject({ startTime: startTime.toISOString(), endTime: endTime.toISOString() });
    expect(await ask(teacher, 'DELETE', `/api/series/${series._id}`)).toMatchObject({
      status: 409,
      body: { code: 'series_started' },
    });
  });
});

describe('a series that was created by mistake', () => {
  it('can be deleted with its classes', async () => {
    const { teacher, courseId, series } = await plan();
    expect((await ask(teacher, 'DELETE', `/api/series/${series._id}`)).status).toBe(204);
    expect(await listSessions(teacher, courseId)).toEqual([]);
    expect(await calendar(teacher, 0, 30)).toEqual([]);
    expect((await ask(teacher, 'DELETE', `/api/series/${series._id}`)).status).toBe(404);
  });
});

describe('the planner', () => {
  let context: Context;
  beforeAll(() => {
    const settings = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...world.environment };
    context = createContext(configSchema.parse(settings), {
      connection: world.database,
      models: createModels(world.database),
      scanKey: world.scanKey,
      scanKeys: new Map(),
      ticketKey: sharedKeyOf(world.environment.TICKET_SECRET),
      wake: { sessions: () => undefined, audit: () => undefined, powerNotices: () => undefined },
      log: createLogger('test', 'silent'),
      metrics: createMetrics('test'),
    });
  });
  afterAll(() => context.suspensions.stop());

  const store = () => world.database.collection('series');
  const read = async ({ _id }: Series) => (await context.series.find(_id)) as StoredSeries;
  /** Waits for the worker, which plans due series every other second. */
  const untilPlanned = async ({ _id }: Series) =>
    eventually(async () => {
      const stored = await store().findOne({ _id: new mongoose.Types.ObjectId(_id) });
      expect(stored?.['dueOn'] ?? dayIn(1)).not.toBe('');
    });
  const shown = async (teacher: Person) =>
    (await calendar(teacher, 0, 30)).map(({ startTime, state }) => [startTime, state]);

  it('restores no class when it uses rules from before the series ended', async () => {
    const { teacher, series } = await plan();
    const kept = await read(series);
    await ask<Series>(teacher, 'POST', `/api/series/${series._id}/end`, { from: dayIn(1) });
    await planClasses(context, kept);
    await untilPlanned(series);
    expect(await shown(teacher)).toEqual([
      [momentIn(1, '09:00'), 'canceled'],
      [momentIn(8, '09:00'), 'canceled'],
    ]);
  });

  it('keeps new times when it uses rules from before a change', async () => {
    const { teacher, series } = await plan({ lastDay: dayIn(10) });
    const kept = await read(series);
    const slots = [{ weekday: weekdayIn(1), start: '11:00', end: '12:00' }];
    await edit(teacher, series, { ...ruleOf(series), slots }, dayIn(1));
    await planClasses(context, kept);
    await untilPlanned(series);
    expect(await shown(teacher)).toEqual([
      [momentIn(1, '11:00'), 'scheduled'],
      [momentIn(8, '11:00'), 'scheduled'],
    ]);
  });

  it('pauses while it can plan no due series', async () => {
    const { series } = await plan();
    const { rules, nextId, revisions, teacherId } = await read(series);
    const courseId = newId();
    for (let count = 0; count < 20; count += 1)
      await context.series.create({ courseId, teacherId, rules, nextId, revisions });
    // Series of other tests may be due, too.
    await eventually(async () => expect(await planDueSeries(context)).toBe(false));
    await store().deleteMany({ courseId });
  });

  it('continues with other series if the courses of many due series are unknown', async () => {
    const { rules, nextId, revisions, teacherId } = await read((await plan()).series);
    const courseId = newId();
    for (let count = 0; count < 20; count += 1)
      await context.series.create({ courseId, teacherId, rules, nextId, revisions });
    const { series } = await plan();
    await context.series.touch({ id: series._id });
    await untilPlanned(series);
    expect(await store().countDocuments({ courseId, dueOn: { $lt: dayIn(1) } })).toBe(20);
    await store().deleteMany({ courseId });
  });
});

describe('unauthorized users', () => {
  it('cannot see or change a series', async () => {
    const { series, courseId } = await plan();
    const other = world.people.teacher();
    const answers = await Promise.all([
      ask(other, 'GET', `/api/series?courseId=${courseId}`),
      edit(other, series, ruleOf(series)),
      ask(other, 'POST', `/api/series/${series._id}/end`, {}),
      ask(other, 'DELETE', `/api/series/${series._id}`),
      ask(other, 'POST', `/api/series/${series._id}/classes`, { key: `${dayIn(1)}.1` }),
      ask(other, 'POST', '/api/series', weekly(courseId)),
      ask(other, 'POST', '/api/series/preview', weekly(courseId)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });
});

describe('a series', () => {
  it.each([
    ['an end that equals its start', { slots: [{ weekday: 1, start: '10:00', end: '10:00' }] }],
    ['an eighth weekday', { slots: [{ weekday: 8, start: '10:00', end: '11:00' }] }],
    ['no classes', { slots: [] }],
    ['a last day before the first one', { lastDay: dayIn(0) }],
    ['more than a year', { lastDay: dayIn(500) }],
    ['an invalid time', { slots: [{ weekday: 1, start: '25:00', end: '26:00' }] }],
    ['an invalid date', { skippedDates: ['2026-02-30'] }],
    ['an interval of 0 weeks', { everyWeeks: 0 }],
    ['a query operator as the room', { roomId: { $ne: '' } }],
  ])('is rejected with %s and changes nothing', async (_what, wrong) => {
    const teacher = world.people.teacher();
    const courseId = classes.giveCourse(teacher);
    expect((await ask(teacher, 'POST', '/api/series', weekly(courseId, wrong))).status).toBe(400);
    expect((await ask<Series[]>(teacher, 'GET', `/api/series?courseId=${courseId}`)).body).toEqual([]);
  });

  it('is rejected with an unknown room, and blocks the deletion of its room', async () => {
    const teacher = world.people.teacher();
    const courseId = classes.giveCourse(teacher);
    const unknown = weekly(courseId, { roomId: newId() });
    expect((await ask(teacher, 'POST', '/api/series', unknown)).status).toBe(404);
    const room = await createRoom();
    await plan({ roomId: room._id });
    expect(await ask(admin, 'DELETE', `/api/rooms/${room._id}`)).toMatchObject({
      status: 409,
      body: { code: 'room_in_use' },
    });
  });

  describe('with a room', () => {
    const remove = async ({ _id }: Room) => (await ask(admin, 'DELETE', `/api/rooms/${_id}`)).status;

    it('allows the room to be deleted once the series has ended', async () => {
      const room = await createRoom();
      const { teacher, series } = await plan({ roomId: room._id });
      await ask(teacher, 'POST', `/api/series/${series._id}/end`, { from: dayIn(8) });
      expect(await remove(room)).toBe(409);
      await ask(teacher, 'POST', `/api/series/${series._id}/end`, {});
      expect(await remove(room)).toBe(204);
    });

    it('allows the room to be deleted after moving, once no class is left in it', async () => {
      const [from, to] = [await createRoom(), await createRoom()];
      const { teacher, series } = await plan({ roomId: from._id });
      const later = await edit(teacher, series, { ...ruleOf(series), roomId: to._id }, dayIn(8));
      expect([await remove(from), await remove(to)]).toEqual([409, 409]);
      expect((await edit(teacher, later.body, { ...ruleOf(series), roomId: to._id })).status).toBe(200);
      expect([await remove(from), await remove(to)]).toEqual([204, 409]);
    });

    it('allows the room to be deleted after its last day', async () => {
      const room = await createRoom();
      await plan({ roomId: room._id, firstDay: dayIn(-20), lastDay: dayIn(-1) });
      expect(await remove(room)).toBe(204);
    });

    it('allows the room to be deleted once its course is deleted, but not if it is archived', async () => {
      const room = await createRoom();
      const { teacher, courseId } = await plan({ roomId: room._id, firstDay: dayIn(20) });
      const publish = (change: object) => {
        const course = { ...samples.courseChanged, id: courseId, teacherId: teacher.id, ...change };
        world.neighbors.courses.set(courseId, course);
        return world.bus.publish(createEvent(courseChanged, courseId, course));
      };
      await publish({ archived: true, version: 2 });
      expect(await remove(room)).toBe(409);
      await publish({ deleted: true, version: 3 });
      await eventually(async () => expect(await remove(room)).toBe(204));
    });
  });

  it.each(['?from=2026-01-01&to=2026-12-31', '?from=2026-01-02&to=2026-01-01', '?from=x&to=y', ''])(
    'is not listed for the invalid calendar range %s',
    async (query) => {
      expect((await ask(world.people.teacher(), 'GET', `/api/calendar${query}`)).status).toBe(400);
    },
  );
});
