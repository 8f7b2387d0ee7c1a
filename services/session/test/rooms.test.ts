import { randomUUID } from 'node:crypto';
import type { Room, Session } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { call, eventually, nextPage, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let classes: Class;
let admin: Person;
beforeAll(async () => {
  world = await startWorld({ SESSION_ALLOWED_NETWORKS: '192.0.2.0/24' });
  classes = createClass(world);
  admin = world.people.admin();
});
afterAll(() => world.close());

type Answer = Room & { code?: string };
const ask = <Body = Answer>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const h1 = () => ({
  name: `H1 ${randomUUID()}`,
  building: 'Main hall',
  capacity: 400,
  location: { latitude: 52.512, longitude: 13.327 },
  radius: 40,
  networks: ['10.1.0.0/16'],
  externalId: randomUUID(),
});
const create = async (details: object = h1()): Promise<Room> => {
  const { status, body } = await ask(admin, 'POST', '/api/rooms', details);
  expect(status).toBe(201);
  return body;
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const openIn = async ({ _id }: Room, more: object = {}) => {
  const when = { startTime: inHours(24), endTime: inHours(25) };
  return classes.open({ ...when, useLocation: false, location: undefined, roomId: _id, ...more });
};
const editOf = ({ version, date, startTime, endTime, location, lateAfterMinutes, room }: Session) => ({
  version,
  date,
  startTime,
  endTime,
  location,
  lateAfterMinutes,
  useLocation: location !== undefined,
  roomId: room?.id,
});

describe('rooms', () => {
  it('are created by an administrator with all details, and found by word prefixes', async () => {
    const room = await create();
    expect(room).toMatchObject({ building: 'Main hall', capacity: 400, radius: 40, version: 1 });
    const teacher = world.people.teacher();
    const word = room.name.slice(3, 11);
    expect((await ask<Room[]>(teacher, 'GET', `/api/rooms?search=main+${word}`)).body).toEqual([room]);
    expect((await ask<Room[]>(teacher, 'GET', '/api/rooms?search=nowhere')).body).toEqual([]);
  });

  it('are found by their building even if the external ID has many word prefixes', async () => {
    const building = randomUUID().slice(0, 8);
    const pair = (n: number) => `${String.fromCharCode(97 + (n % 26))}${n % 10}`;
    const externalId = Array.from({ length: 50 }, (_, n) => pair(n)).join('');
    const room = await create({ name: 'H2', building, externalId });
    expect((await ask<Room[]>(admin, 'GET', `/api/rooms?search=${building}`)).body).toEqual([room]);
  });

  it('are listed by name, in pages', async () => {
    const building = randomUUID();
    for (const name of ['C', 'A', 'B']) await create({ name, building });
    const first = await ask<Room[]>(admin, 'GET', `/api/rooms?limit=2&search=${building}`);
    const second = await ask<Room[]>(admin, 'GET', nextPage(first.headers) ?? '');
    expect([...first.body, ...second.body].map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });

  it('have unique names within a building, even if the request is repeated', async () => {
    const room = { name: randomUUID(), building: 'North' };
    const answers = await Promise.all([1, 2, 3].map(() => ask(admin, 'POST', '/api/rooms', room)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('room_exists');
    await create({ ...room, building: 'South' });
  });

  it('are edited as a whole, and never overwrite a change from another window', async () => {
    const { _id, name } = await create();
    const edit = (radius: number) => ask(admin, 'PUT', `/api/rooms/${_id}`, { name, radius, version: 1 });
    const answers = await Promise.all([edit(50), edit(60)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const edited = answers.find(({ status }) => status === 200)?.body;
    expect(edited).toMatchObject({ name, version: 2, networks: [] });
    expect(edited?.location).toBeUndefined();
    expect(edited?.building).toBeUndefined();
  });

  it('are deleted by an administrator, and their name can be reused', async () => {
    const details = h1();
    const { _id } = await create(details);
    expect((await ask(admin, 'DELETE', `/api/rooms/${_id}`)).status).toBe(204);
    expect((await ask(admin, 'DELETE', `/api/rooms/${_id}`)).status).toBe(404);
    await create(details);
  });

  it.each([
    ['without a name', { name: ' ' }],
    ['with a radius of more than a kilometer', { name: 'X', radius: 1_001 }],
    ['with a location beyond the pole', { name: 'X', location: { latitude: 91, longitude: 0 } }],
    ['with an invalid network', { name: 'X', networks: ['campus'] }],
    ['with a capacity of 0', { name: 'X', capacity: 0 }],
  ])('are rejected %s', async (_what, body) => {
    expect((await ask(admin, 'POST', '/api/rooms', body)).status).toBe(400);
  });
});

describe('a class in a room', () => {
  it('uses the room’s geofence and networks, and students see where it is', async () => {
    const room = await create();
    const { session, courseId, id } = await openIn(room);
    expect(session).toMatchObject({
      room: { id: room._id, name: room.name, building: 'Main hall' },
      location: { latitude: 52.512, longitude: 13.327, radius: 40 },
      policy: { networks: ['10.1.0.0/16'] },
    });
    const student = world.people.student();
    classes.giveEnrollment(student, courseId);
    expect((await classes.get(student, id)).body).toMatchObject({ room: { name: room.name } });
  });

  it('keeps its location when the room is changed or deleted later', async () => {
    const room = await create();
    const { teacher, id, session } = await openIn(room);
    const moved = { name: 'Elsewhere', location: { latitude: 1, longitude: 1 }, version: 1 };
    await ask(admin, 'PUT', `/api/rooms/${room._id}`, moved);
    await ask(admin, 'DELETE', `/api/rooms/${room._id}`);
    expect((await classes.get(teacher, id)).body).toMatchObject({
      room: session.room,
      location: session.location,
    });
    const later = { ...editOf(session), lateAfterMinutes: 3 };
    expect((await classes.edit(teacher, id, later)).body).toMatchObject({
      room: session.room,
      location: session.location,
      lateAfterMinutes: 3,
    });
  });

  it('uses the geofence of another room when it moves there, and each revision names its room', async () => {
    const [from, to] = [await create(), await create({ name: randomUUID() })];
    const { teacher, id, session } = await openIn(from);
    const { status, body } = await classes.edit(teacher, id, { ...editOf(session), roomId: to._id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ room: { id: to._id }, policy: { networks: ['192.0.2.0/24'] } });
    expect(body.location).toBeUndefined();
    await eventually(() => {
      const revisions = world.lastSeen(id).at(-1)?.session.revisions ?? [];
      expect(revisions.map(({ room }) => room?.id)).toEqual([from._id, to._id]);
    });
  });

  it('can move online without a geofence, and back into its room', async () => {
    const room = await create();
    const { teacher, id, session } = await openIn(room);
    const online = await classes.edit(teacher, id, { ...editOf(session), roomId: '', online: true });
    expect(online.body).toMatchObject({ online: true, policy: { networks: [] } });
    expect(online.body.room).toBeUndefined();
    expect(online.body.location).toBeUndefined();
    const back = await classes.edit(teacher, id, { ...editOf(online.body), roomId: room._id });
    expect(back.body).toMatchObject({ room: session.room, location: session.location });
    expect(back.body.online).toBeUndefined();
  });

  it('is rejected with an unknown room', async () => {
    const teacher = world.people.teacher();
    const body = classes.newSession(classes.giveCourse(teacher), { roomId: 'a'.repeat(24) });
    expect((await classes.create(teacher, body)).status).toBe(404);
  });
});

describe('a class whose students gather in another place', () => {
  const move = (id: string, location: object, by: Person) =>
    call<SessionChanged & { code?: string }>(world.url(), 'POST', `/internal/sessions/${id}/move`, {
      token: world.internalToken,
      body: { by: by.id, location },
    });
  const running = { startTime: inHours(-0.1), endTime: inHours(1) };

  it('is moved to the room in that place, which its revisions name', async () => {
    const [before, after] = [
      await create(),
      await create({ ...h1(), location: { latitude: 52.515, longitude: 13.33 } }),
    ];
    const { id, teacher } = await openIn(before, running);
    const { body } = await move(id, { latitude: 52.5151, longitude: 13.33 }, teacher);
    expect(body).toMatchObject({ room: { id: after._id }, location: { latitude: 52.515, radius: 40 } });
    expect(body.revisions.at(-1)).toMatchObject({
      change: 'edited',
      by: teacher.id,
      room: { id: after._id },
    });
    expect((await classes.get(teacher, id)).body).toMatchObject({ room: { name: after.name } });
  });

  it('is moved to the coordinates if no room is known there, but only while it runs', async () => {
    const nowhere = { latitude: 10.5, longitude: 20.5 };
    const { id, teacher } = await openIn(await create(), running);
    const { body } = await move(id, nowhere, teacher);
    expect(body).toMatchObject({ location: { ...nowhere, radius: 90 } });
    expect(body).not.toHaveProperty('room');
    const later = await openIn(await create());
    expect(await move(later.id, nowhere, later.teacher)).toMatchObject({
      status: 409,
      body: { code: 'class_not_running' },
    });
    expect((await move('f'.repeat(24), nowhere, teacher)).status).toBe(404);
  });
});
