import { randomUUID } from 'node:crypto';
import type { AnswerOf, Room, routes, Series, StoredLedger, WeeklyClass } from '@qr-attendance/contracts';
import { call, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const ZONE = 'Europe/Berlin';
/** Runs that began on 3 and 4 October 2026. */
const [FIRST, SECOND] = [3, 4].map((day) => {
  const seconds = Date.parse(`2026-10-0${day}T08:00:00Z`) / 1_000;
  return `${seconds.toString(16)}${'0'.repeat(16)}`;
}) as [string, string];

let world: World;
let classes: Class;
let office: Person;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: ZONE });
  classes = createClass(world);
  office = world.people.admin();
});
afterAll(() => world.close());

const ask = <Body>({ token }: Pick<Person, 'token'>, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const internally = <Body = string[]>(path: string, body: object, method = 'PUT') =>
  ask<Body>({ token: world.internalToken }, method, path, body);
type FoundRoom = AnswerOf<typeof routes.session.findRoomsInternal>[number];
const NOTHING = { values: null, statements: null };
const ledger = (values: StoredLedger['local'], runs = [FIRST]): StoredLedger => ({
  local: { exists: false },
  pending: {},
  entries: [
    {
      source: 'files',
      runs,
      values: {
        exists: true,
        ...values,
      },
      declined: [],
      overridden: [],
    },
  ],
});

const importRoom = async (runs?: string[]) => {
  const [externalId, name] = [randomUUID(), `Room ${randomUUID()}`];
  const stated = { name, building: 'Main building' };
  const after = { values: { ...stated, radius: 50 }, statements: ledger(stated, runs) };
  const rooms = [{ externalId, before: NOTHING, after }];
  const { body } = await internally('/internal/rooms', { rooms, by: office.id });
  expect(body).toEqual(['written']);
  const list = async () => (await ask<Room[]>(office, 'GET', `/api/rooms?search=${externalId}`)).body;
  return { name, list, room: (await list())[0] as Room };
};

describe('the source of a room (rule 18)', () => {
  it('is listed with the date of the last import and with local changes', async () => {
    const { list, room } = await importRoom([FIRST, SECOND]);
    expect(room.source).toEqual({ source: 'files', statedAt: '2026-10-04T08:00:00.000Z' });
    const { _id, source: _source, ...details } = room;
    const edited = await ask<Room>(office, 'PUT', `/api/rooms/${_id}`, { ...details, building: 'Annex' });
    const changedHere = [{ field: 'building', stated: 'Main building' }];
    expect(edited.body.source).toMatchObject({ source: 'files', changedHere });
    expect((await list())[0]?.source).toEqual(edited.body.source);
  });

  it('is missing for a room that an administrator created', async () => {
    const { body } = await ask<Room>(office, 'POST', '/api/rooms', { name: `Room ${randomUUID()}` });
    expect(body).not.toHaveProperty('source');
    const listed = await ask<Room[]>(office, 'GET', `/api/rooms?search=${body.name}`);
    expect(listed.body.find(({ _id }) => _id === body._id)).not.toHaveProperty('source');
  });
});

describe('a room imported by a course service of the previous release', () => {
  it('is changed even if its values lack its ID', async () => {
    const { list, room } = await importRoom();
    const externalId = room.externalId ?? '';
    const response = await internally<FoundRoom[]>(
      '/internal/rooms/find',
      { externalIds: [externalId] },
      'POST',
    );
    const { values, statements } = response.body[0] ?? NOTHING;
    expect(values).toHaveProperty('id', externalId);
    const { id: _id, ...before } = values ?? {};
    const change = {
      before: { values: before, statements },
      after: { values: { ...before, capacity: 40 }, statements },
    };
    const rooms = [{ externalId, ...change }];
    // A repeated change has already been written.
    for (const _time of [1, 2]) {
      const { body } = await internally('/internal/rooms', { rooms, by: office.id });
      expect(body).toEqual(['written']);
    }
    expect(await list()).toMatchObject([{ externalId, capacity: 40 }]);
  });
});

describe('the source of a weekly class (rule 18)', () => {
  it('is listed for its teacher, with the stated room and time if these were changed', async () => {
    const { room, name } = await importRoom();
    const today = Temporal.Now.plainDateISO(ZONE);
    const dayIn = (days: number) => today.add({ days }).toString();
    const values: WeeklyClass = {
      weekday: today.add({ days: 1 }).dayOfWeek,
      start: '09:00',
      end: '10:30',
      everyWeeks: 1,
      firstDay: dayIn(1),
      lastDay: dayIn(60),
      roomId: room._id,
    };
    const statements = ledger({ roomId: room._id, time: { start: '09:00', end: '10:30' } });
    const teacher = world.people.teacher();
    const courseId = classes.giveCourse(teacher);
    const change = {
      courseId,
      sectionId: newId(),
      name: 'lecture',
      before: NOTHING,
      after: { values, statements },
    };
    const { body } = await internally('/internal/timetable', {
      classes: [change],
      by: office.id,
      undo: false,
    });
    expect(body).toEqual(['written']);
    const list = async () => (await ask<Series[]>(teacher, 'GET', `/api/series?courseId=${courseId}`)).body;
    const [series] = (await list()) as [Series];
    expect(series.source).toEqual({ source: 'files', statedAt: '2026-10-03T08:00:00.000Z' });

    const [{ from: _from, room: _room, roomId: _roomId, ...rule }] = series.rules as [
      Series['rules'][number],
    ];
    const slots = rule.slots.map((slot) => ({ ...slot, start: '08:00', end: '09:30' }));
    await ask(teacher, 'PUT', `/api/series/${series._id}`, { ...rule, slots, version: series.version });
    expect((await list())[0]?.source?.changedHere).toEqual([
      { field: 'roomId', stated: name },
      { field: 'time', stated: '09:00–10:30' },
    ]);
  });
});
