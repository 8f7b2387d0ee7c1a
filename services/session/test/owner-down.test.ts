import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

describe('while auth and course are unavailable', () => {
  it('a class continues, and students who cannot be verified are asked to retry', async () => {
    const teacher = world.people.teacher();
    const student = world.people.student();
    const courseId = room.giveCourse(teacher);
    const { body: session } = await room.create(teacher, room.newSession(courseId));
    await world.neighbors.close();

    expect((await room.create(teacher, room.newSession(courseId))).status).toBe(201);
    expect((await room.get(teacher, session._id)).body.teacher.name).toBe(teacher.name);
    expect(await room.verify(student, session.qrCode)).toMatchObject({
      status: 200,
      body: { teacher: { name: 'Unknown' } },
    });
    const tryAgain = { status: 503, body: { code: 'try_again' } };
    expect(await room.create(teacher, room.newSession(newId()))).toMatchObject(tryAgain);
    expect(await room.get(student, session._id)).toMatchObject(tryAgain);
  });
});
