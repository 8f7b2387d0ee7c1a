import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: 'Asia/Kolkata' });
  room = createClass(world);
});
afterAll(() => world.close());

it('a session belongs to the day of its start on campus, whatever date the request contains', async () => {
  const { teacher, id, session } = await room.open({
    date: '2031-09-14',
    startTime: '2031-09-14T20:00:00.000Z',
  });
  expect(session.date).toBe('2031-09-15');
  const { version, lateAfterMinutes, policy } = session;
  const startTime = '2031-09-16T18:29:00.000Z';
  const edited = await room.edit(teacher, id, {
    date: '2031-09-20',
    startTime,
    version,
    lateAfterMinutes,
    policy,
  });
  expect(edited.body).toMatchObject({ date: '2031-09-16', startTime });
  expect((await room.get(teacher, id)).body.date).toBe('2031-09-16');
});

it('running sessions are found by an index, ordered by their start', async () => {
  const indexes = await world.database.collection('sessions').indexes();
  expect(indexes.map(({ key }) => key)).toContainEqual({ active: 1, startTime: -1 });
});
