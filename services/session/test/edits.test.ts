import type { InstitutionPolicy, Room, Series, Session } from '@qr-attendance/contracts';
import { edits } from '@qr-attendance/contracts/samples/edits';
import { samples } from '@qr-attendance/contracts/samples';
import { call, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let classes: Class;
let admin: Person;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: 'Europe/Berlin' });
  classes = createClass(world);
  admin = world.people.admin();
});
afterAll(() => world.close());

const send = async <Body>({ token }: Person, method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await call<Body>(world.url(), method, path, { token, body });
  expect([path, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([
    path,
    expect.anything(),
    '',
  ]);
  return answer.body;
};
const createRooms = async () => {
  const create = (name: string) => send<Room>(admin, 'POST', '/api/rooms', { name, building: newId() });
  return [(await create('H1'))._id, (await create('H2'))._id];
};
const openCourse = () => {
  const teacher = world.people.teacher();
  const courseId = classes.giveCourse(teacher);
  const sections = [courseId, newId()].map((id, index) => ({ id, name: `S${index}` }));
  world.neighbors.courses.set(courseId, {
    ...samples.courseChanged,
    id: courseId,
    teacherId: teacher.id,
    sections,
  });
  const covered = (index: number) => [{ courseId, sectionId: sections[index]?.id ?? '' }];
  return { teacher, courseId, covered };
};

// Every field of the sample changes and is read back after it was saved.

it('an edit changes every field of a room', async () => {
  const { before, after } = edits.editRoom;
  const { _id, version } = await send<Room>(admin, 'POST', '/api/rooms', before);
  await send(admin, 'PUT', `/api/rooms/${_id}`, { ...after, version });
  const rooms = await send<Room[]>(admin, 'GET', '/api/rooms?limit=100');
  expect(rooms.find((room) => room._id === _id)).toMatchObject(after);
});

it('an edit changes every requirement of the institution', async () => {
  const path = '/api/sessions/institution-policy';
  const { before, after } = edits.setInstitutionPolicy;
  await send(admin, 'PUT', path, before);
  await send(admin, 'PUT', path, after);
  expect(await send<InstitutionPolicy>(admin, 'GET', path)).toMatchObject(after);
  const none = { requirePin: false, requireDevice: false, requireSelfie: false, requirePasskey: false };
  await send(admin, 'PUT', path, { floor: none });
});

it('an edit changes every field of a class', async () => {
  const { teacher, courseId, covered } = openCourse();
  const [first, second] = await createRooms();
  const before = { ...edits.editSession.before, sections: covered(0), roomId: first };
  const { _id, version } = await send<Session>(teacher, 'POST', '/api/sessions', { courseId, ...before });
  const { roomId: _room, online: _online, ...after } = edits.editSession.after;
  const path = `/api/sessions/${_id}`;
  const inPlace = { ...after, sections: covered(1), useLocation: true };
  await send(teacher, 'PUT', path, { ...inPlace, version });
  // A class that leaves its room gets the default networks; later edits choose others.
  const left = await send<Session>(teacher, 'GET', path);
  await send(teacher, 'PUT', path, { ...inPlace, version: left.version });
  const { useLocation: _is, locationRadius: _radius, ...others } = inPlace;
  const placed = await send<Session>(teacher, 'GET', path);
  expect(placed).toMatchObject(others);
  expect(placed).not.toHaveProperty('room');

  // A newly chosen room sets its location and networks; an online class has neither.
  await send(teacher, 'PUT', path, { ...inPlace, roomId: second, version: placed.version });
  const inRoom = await send<Session>(teacher, 'GET', path);
  expect(inRoom).toMatchObject({ room: { id: second } });
  const { location: _location, ...elsewhere } = { ...after, sections: covered(1), online: true };
  await send(teacher, 'PUT', path, { ...elsewhere, version: inRoom.version });
  const online = await send<Session>(teacher, 'GET', path);
  expect(online).toMatchObject({ online: true });
  expect([online.location, online.room]).toEqual([undefined, undefined]);
});

it('an edit changes every field of a series', async () => {
  const { teacher, courseId, covered } = openCourse();
  const [first, second] = await createRooms();
  const { from: _from, ...before } = edits.editSeries.before;
  const series = { courseId, ...before, sections: covered(0), roomId: first };
  const { _id, version } = await send<Series>(teacher, 'POST', '/api/series', series);
  const { from, ...after } = { ...edits.editSeries.after, sections: covered(1), roomId: second };
  await send(teacher, 'PUT', `/api/series/${_id}`, { ...after, online: undefined, from, version });
  const [changedSeries] = await send<Series[]>(teacher, 'GET', `/api/series?courseId=${courseId}`);
  const { online, ...others } = after;
  expect(changedSeries?.rules.at(-1)).toMatchObject({ ...others, from });

  const { roomId: _room, ...elsewhere } = after;
  await send(teacher, 'PUT', `/api/series/${_id}`, { ...elsewhere, from, version: changedSeries?.version });
  const [changed] = await send<Series[]>(teacher, 'GET', `/api/series?courseId=${courseId}`);
  expect(changed?.rules.at(-1)).toMatchObject({ online });
  expect(changed?.rules.at(-1)).not.toHaveProperty('roomId');
});
