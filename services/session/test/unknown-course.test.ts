import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

describe('an unknown course', () => {
  it('has no name in its sessions, and does not affect other sessions in the list', async () => {
    const [teacher, student] = [world.people.teacher(), world.people.student()];
    const [knownId, lostId] = [room.giveCourse(teacher), room.giveCourse(teacher, 'Logic')];
    for (const courseId of [knownId, lostId]) {
      const { body } = await room.create(teacher, room.newSession(courseId));
      room.giveEnrollment(student, courseId);
      await room.get(student, body._id);
    }
    await world.database.collection<{ _id: string }>('courses').deleteOne({ _id: lostId });
    world.neighbors.courses.delete(lostId);

    const knownCourse = expect.objectContaining({
      course: { _id: knownId, name: 'Algorithms', code: 'CS201' },
    });
    const lostCourse = expect.objectContaining({ course: { _id: lostId, name: '', code: '' } });
    const unknownToItsOwner = await room.list(student);
    expect(unknownToItsOwner.status).toBe(200);
    expect(unknownToItsOwner.body).toEqual(expect.arrayContaining([knownCourse, lostCourse]));
    // The unknown course is hidden, because its staff are unknown.
    expect((await room.list(teacher)).body).toEqual([knownCourse]);

    await world.neighbors.close();
    const whileItsOwnerIsAway = await room.list(student);
    expect(whileItsOwnerIsAway.body).toEqual(unknownToItsOwner.body);
    const row = unknownToItsOwner.body.find(({ course }) => course._id === lostId);
    expect(await room.get(student, row?._id ?? '')).toMatchObject({
      status: 200,
      body: { course: { name: '' } },
    });
    expect((await room.get(teacher, row?._id ?? '')).status).toBe(503);
  });
});
