import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('sessions past their end', () => {
  it('end once, at their end time, if that passed during an outage and two replicas restart', async () => {
    const teacher = world.people.teacher();
    const courseId = room.giveCourse(teacher);
    const endTime = fromNow(1_500);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const times = { startTime: fromNow(-60_000), endTime };
      ids.push((await room.create(teacher, room.newSession(courseId, times))).body._id);
    }
    await world.stop();
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(endTime) + 1_000));
    const [, replica] = await Promise.all([world.restart(), world.startReplica()]);
    try {
      for (const id of ids) {
        await eventually(() => expect(world.lastSeen(id).at(-1)?.session.active).toBe(false));
        for (const { session } of world.lastSeen(id).filter((event) => !event.session.active))
          expect([session.endedAt, session.version]).toEqual([endTime, 2]);
      }
    } finally {
      await replica.stop();
    }
  });

  it('are ended even if another session cannot be ended', async () => {
    const teacher = world.people.teacher();
    const courseId = room.giveCourse(teacher);
    const sessions = world.database.collection('sessions');
    const { insertedId } = await sessions.insertOne({
      active: true,
      endTime: new Date(0),
      startTime: 'damaged',
    });
    const times = { startTime: fromNow(-60_000), endTime: fromNow(300) };
    const { body: session } = await room.create(teacher, room.newSession(courseId, times));
    await eventually(() => expect(world.lastSeen(session._id).at(-1)?.session.active).toBe(false));
    await sessions.deleteOne({ _id: insertedId });
  });
});
