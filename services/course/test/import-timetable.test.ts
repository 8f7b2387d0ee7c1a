import type { Course, Series, Session } from '@qr-attendance/contracts';
import { call, eventually, someone, startServices, type TestServices } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './support/imports.ts';
import {
  createListRooms,
  csv,
  dayIn,
  importTimetableCourse,
  newId,
  ROOMS,
  roomLine,
  TIMES,
  type TimetableCourse,
  timesOf,
  weekdayIn,
  ZONE,
} from './support/timetable.ts';

let services: TestServices;
let office: Importer;
let adminToken: string;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'session'], {
    env: { course: { CAMPUS_TIME_ZONE: ZONE }, session: { CAMPUS_TIME_ZONE: ZONE } },
  });
  adminToken = services.tokenFor(someone('ADMIN'));
  office = createImporter(() => services.urls.course, { token: adminToken });
});
afterAll(() => services.stop());

const listRooms = createListRooms(
  () => services,
  () => adminToken,
);

describe('an import of rooms', () => {
  it('adds rooms with their location, changes them, changes nothing when repeated, and can be undone', async () => {
    const [one, two] = [newId(), newId()];
    const file = csv(ROOMS, [roomLine(one), roomLine(two)]);
    const run = await office.apply('rooms', file);
    expect(run).toMatchObject({ state: 'done', applied: { added: 2, error: 0 } });
    const [room] = await listRooms(one);
    expect(room).toMatchObject({
      name: 'H1.01',
      building: `Hall ${one}`,
      capacity: 120,
      radius: 100,
      externalId: one,
      location: {
        latitude: 12.9716,
        longitude: 77.5946,
      },
    });
    const again = await office.apply('rooms', file);
    expect(again).toMatchObject({ applied: { unchanged: 2, changed: 0 } });
    expect((await listRooms(one))[0]?.version).toBe(room?.version);

    const larger = await office.apply('rooms', csv('id;name;seats', [[`${one};H1.01;240`]]));
    expect(larger).toMatchObject({ applied: { changed: 1 } });
    expect((await listRooms(one))[0]).toMatchObject({ capacity: 240, location: room?.location });
    expect(await office.undo(larger._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect((await listRooms(one))[0]?.capacity).toBe(120);
    // Both runs state the rooms.
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
    expect(await listRooms(one)).toHaveLength(1);
    expect(await office.undo(again._id)).toMatchObject({ undo: { restored: 2, kept: 0 } });
    expect(await listRooms(one)).toEqual([]);
  });

  it('reports invalid numbers, an incomplete location, and taken names', async () => {
    const [id, other] = [newId(), newId()];
    const run = await office.apply(
      'rooms',
      csv('id,building,name,capacity,latitude,longitude', [
        [id, id, 'A', 30, 12.5, 77.5],
        [other, id, 'A', 30, 12.5, 77.5],
        [newId(), id, 'B', 'many', 12.5, 77.5],
        [newId(), id, 'C', 30, 12.5, ''],
        [newId(), id, 'D', 30, 95, 77.5],
      ]),
    );
    expect(run).toMatchObject({ state: 'done', applied: { added: 1, error: 4 } });
    expect(run.examples?.map(({ line, problem }) => [line, problem])).toEqual(
      expect.arrayContaining([
        [4, 'not_a_number'],
        [5, 'missing'],
        [6, 'invalid'],
      ]),
    );
  });
});

let course: TimetableCourse;
beforeAll(async () => {
  course = await importTimetableCourse(services, office);
});
const takeSection = () => course.takeSection();
const seriesOf = (section: string) => course.seriesOf(section);
const askAsTeacher = <Body>(path: string) => course.askFor<Body>(path);

describe('an import of a timetable', () => {
  it('plans classes on the days of the term, and changes nothing when repeated', async () => {
    const [section, other, { room }] = [takeSection(), takeSection(), course];
    const [first, second] = [weekdayIn(1), weekdayIn(2)].toSorted((one, other) => one - other);
    const file = csv(TIMES, [
      [section, first ?? 1, '09:00', '10:30', room],
      [section, second ?? 2, '9:00', '10:30:00', room],
      [other, first ?? 1, '11:00', '12:30', ''],
    ]);
    const run = await office.apply('timetable', file);
    expect(run).toMatchObject({ state: 'done', applied: { added: 3, unmatched: 0, error: 0 } });
    const planned = await seriesOf(section);
    expect(planned).toHaveLength(2);
    expect((await seriesOf(other)).map(({ rules }) => rules[0])).toMatchObject([
      {
        firstDay: dayIn(-7),
        lastDay: dayIn(60),
        skipBreaks: true,
        slots: [
          {
            weekday: first,
            start: '11:00',
            end: '12:30',
          },
        ],
      },
    ]);
    await eventually(async () => {
      const created = await askAsTeacher<Session[]>(`/api/sessions?courseId=${course.id}&order=oldest`);
      expect(created.map(({ date }) => date)).toContain(dayIn(1));
      expect(created.find(({ room: place }) => place)).toMatchObject({ location: { radius: 100 } });
    });

    const versions = planned.map(({ version }) => version);
    expect(await office.apply('timetable', file)).toMatchObject({
      applied: { unchanged: 3, added: 0, changed: 0 },
    });
    expect((await seriesOf(section)).map(({ version }) => version)).toEqual(versions);
  });

  it('plans a class for each weekday in a line, in the formats of Banner, PeopleSoft and Workday', async () => {
    const section = takeSection();
    const file = `CRN,Days,Begin Time,End Time\n${section},MWF,0900,0950\n${section},TR,1:00 PM,2:15 PM\n${section},TBA,,\n`;
    const run = await office.apply('timetable', file);
    expect(run).toMatchObject({ applied: { added: 5, error: 1 } });
    expect(run.examples).toContainEqual(
      expect.objectContaining({ line: 4, problem: 'not_a_weekday', field: 'weekday' }),
    );
    expect(timesOf(await seriesOf(section)).map(([weekday, start]) => [weekday, start])).toEqual([
      [1, '09:00'],
      [2, '13:00'],
      [3, '09:00'],
      [4, '13:00'],
      [5, '09:00'],
    ]);
    expect(await office.apply('timetable', file)).toMatchObject({ applied: { unchanged: 5, error: 1 } });
  });

  it('moves a class with an ID, ends classes that a complete file lacks, and can be undone', async () => {
    const [section, { room }] = [takeSection(), course];
    const header = `${TIMES},id`;
    await office.apply(
      'timetable',
      csv(header, [
        [section, 'Monday', '09:00', '10:30', room, 'lecture'],
        [section, 'Mi', '14:00', '15:30', room, 'lab'],
      ]),
    );
    const before = timesOf(await seriesOf(section));
    expect(before).toEqual([
      [1, '09:00', 'H1.01'],
      [3, '14:00', 'H1.01'],
    ]);
    const file = csv(header, [[section, 'Tuesday', '10:00', '11:30', room, 'lecture']]);
    const run = await office.preview('timetable', file, { complete: true });
    expect(run).toMatchObject({ preview: { changed: 1, ended: 1, added: 0 }, changesToConfirm: 2 });
    await office.act(run._id, 'confirm', { changes: 2 });
    expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: { changed: 1, ended: 1 } });
    expect(timesOf(await seriesOf(section))).toEqual([[2, '10:00', 'H1.01']]);

    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 2, kept: 0 } });
    expect(timesOf(await seriesOf(section))).toEqual(before);
  });

  it('keeps what somebody changed since when it is undone', async () => {
    const [section, { room, token }] = [takeSection(), course];
    const run = await office.apply('timetable', csv(TIMES, [[section, 1, '09:00', '10:30', room]]));
    const [{ _id, version, rules } = { _id: '', version: 0, rules: [] }] = await seriesOf(section);
    const { from: _from, room: _room, ...rule } = rules[0] as Series['rules'][number];
    const slots = [{ weekday: 1, start: '08:00', end: '09:30' }];
    const edited = await call(services.urls.session, 'PUT', `/api/series/${_id}`, {
      token,
      body: {
        ...rule,
        version,
        slots,
      },
    });
    expect(edited.status).toBe(200);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect(timesOf(await seriesOf(section))).toEqual([[1, '08:00', 'H1.01']]);
  });

  it('warns about double-booked rooms, teachers and sections, but imports the lines', async () => {
    const [section, other, third, { room }] = [takeSection(), takeSection(), takeSection(), course];
    const header = `${TIMES},interval,first_day,last_day,id`;
    await office.apply('timetable', csv(header, [[section, 6, '17:00', '18:00', room, 1, '', '', 'a']]));
    const file = csv(header, [
      // A class that moves to another time does not conflict; nor do classes in other weeks, on other days or
      // at other times.
      [section, 6, '19:00', '20:30', room, 1, '', '', 'a'],
      [other, 6, '17:00', '18:00', room, 1, '', '', 'a'],
      [third, 6, '20:00', '21:00', room, 1, '', '', 'a'],
      [third, 6, '20:30', '21:30', '', 1, '', '', 'b'],
      [third, 6, '21:30', '22:30', '', 1, '', '', 'c'],
      [other, 7, '18:00', '19:00', room, 2, dayIn(0), '', 'd'],
      [third, 7, '18:00', '19:00', room, 2, dayIn(7), '', 'd'],
    ]);
    const run = await office.preview('timetable', file);
    expect(run.preview).toMatchObject({ changed: 1, added: 6, error: 0 });
    expect(run.warnings).toEqual({
      count: 4,
      examples: [
        { line: 2, warning: 'room_taken', otherLine: 4 },
        { line: 4, warning: 'section_taken', otherLine: 5 },
        { line: 4, warning: 'room_taken', otherLine: 2 },
        { line: 5, warning: 'section_taken', otherLine: 4 },
      ],
    });
    const errors = await fetch(`${services.urls.course}/api/imports/${run._id}/errors`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    expect(await errors.text()).toContain('the room has another class at the same time: line 4');
    await office.act(run._id, 'confirm', { changes: run.changesToConfirm });
    expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: { changed: 1, added: 6 } });

    const code = newId();
    const { body: waves } = await call<Course>(services.urls.course, 'POST', '/api/courses', {
      token: course.token,
      body: {
        name: 'Waves',
        code,
        semester: 3,
      },
    });
    const planned = await call(services.urls.session, 'POST', '/api/series', {
      token: course.token,
      body: {
        courseId: waves._id,
        slots: [{ weekday: 5, start: '07:00', end: '08:00' }],
        firstDay: dayIn(1),
        lastDay: dayIn(30),
      },
    });
    expect(planned.status).toBe(201);
    const again = await office.preview('timetable', csv(TIMES, [[other, 5, '07:30', '08:30', room]]));
    expect(again.warnings).toMatchObject({
      count: 1,
      examples: [{ line: 2, warning: 'teacher_taken', otherCourse: code }],
    });
  });

  it('plans classes that end at or after midnight, and warns about conflicts with them', async () => {
    const [section, other] = [takeSection(), takeSection()];
    const [night, free] = [newId(), newId()];
    await office.apply('rooms', csv(ROOMS, [roomLine(night), roomLine(free)]));
    const file = csv(TIMES, [
      [section, 7, '22:00', '01:00', night],
      [section, 3, '20:00', '00:00', free],
      [other, 1, '00:30', '02:00', night],
      [other, 4, '00:00', '02:00', free],
    ]);
    const run = await office.preview('timetable', file);
    expect(run.preview).toMatchObject({ added: 4 });
    expect(run.warnings).toEqual({
      count: 2,
      examples: [
        { line: 2, warning: 'room_taken', otherLine: 4 },
        { line: 4, warning: 'room_taken', otherLine: 2 },
      ],
    });
    await office.apply('timetable', file);
    const slots = (await seriesOf(section)).flatMap(({ rules }) => rules.at(-1)?.slots ?? []);
    expect(slots.map(({ weekday, start, end }) => [weekday, start, end]).toSorted()).toEqual([
      [3, '20:00', '00:00'],
      [7, '22:00', '01:00'],
    ]);
  });

  it('warns about a class of more than 12 hours, which may be reversed, but imports it', async () => {
    const section = takeSection();
    const file = csv(`${TIMES},id`, [
      [section, 2, '10:30', '09:00', '', newId()],
      [section, 3, '20:00', '08:00', '', newId()],
    ]);
    const run = await office.preview('timetable', file);
    const longClass = { start: '10:30', end: '09:00', hours: 22.5 };
    expect(run).toMatchObject({
      preview: { added: 2, error: 0 },
      warnings: { count: 1, examples: [{ line: 2, warning: 'long_class', longClass }] },
    });
    const errors = await fetch(`${services.urls.course}/api/imports/${run._id}/errors`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    expect(await errors.text()).toContain('10:30 to 09:00 is a class of 22.5 hours');
    await office.act(run._id, 'confirm', { changes: run.changesToConfirm });
    expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: { added: 2 } });
  });

  it('reports unknown sections and rooms, an end that equals the start, and courses without a term', async () => {
    const [section, { room }] = [takeSection(), course];
    const [otherCourse, alone] = [newId(), newId()];
    await office.apply(
      'sections',
      csv('section_id,course_id,code,name,semester', [[alone, otherCourse, otherCourse, 'Optics', 3]]),
    );
    const run = await office.preview(
      'timetable',
      csv(`${TIMES},first_day,last_day`, [
        ['nowhere', 1, '09:00', '10:30', room, '', ''],
        [section, 1, '09:00', '10:30', 'no-room', '', ''],
        [section, 'someday', '09:00', '10:30', room, '', ''],
        [section, 1, '10:30', '10:30', room, '', ''],
        [alone, 1, '09:00', '10:30', room, '', ''],
        [section, 1, '09:00', '10:30', room, dayIn(5), dayIn(4)],
        [alone, 1, '09:00', '10:30', room, dayIn(4), dayIn(5)],
      ]),
    );
    expect(run.preview).toMatchObject({ added: 1, unmatched: 2, error: 4 });
    expect(
      run.examples?.filter(({ problem }) => problem).map(({ line, problem }) => [line, problem]),
    ).toEqual([
      [2, 'unknown_section'],
      [3, 'unknown_room'],
      [4, 'not_a_weekday'],
      [5, 'invalid'],
      [6, 'missing'],
      [7, 'days_reversed'],
    ]);
  });
});
