import { userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, type Person } from '@qr-attendance/test-kit';
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

const tell = (person: Person, more: object) =>
  world.bus.publish(
    createEvent(userChanged, person.id, { ...samples.studentChanged, id: person.id, version: 1, ...more }),
  );
const signedOut = (minutes = 15) => ({
  // The tokens of tests contain the same number, so only the suspension rejects them.
  times: 0,
  at: new Date().toISOString(),
  until: new Date(Date.now() + minutes * 60_000).toISOString(),
});
const refusal = { status: 401, body: { code: 'suspended' } };

describe('a valid token', () => {
  it('is rejected during a suspension, even by a service that was down, and accepted afterwards', async () => {
    const teacher = world.people.teacher();
    const { body } = await room.create(teacher, room.newSession(room.giveCourse(teacher)));
    const [student, other] = [world.people.student(), world.people.student()];
    expect((await room.verify(student, body.qrCode)).status).toBe(200);
    await tell(student, { suspended: true, signedOut: signedOut() });
    await eventually(async () => expect(await room.verify(student, body.qrCode)).toMatchObject(refusal));
    expect((await room.verify(other, body.qrCode)).status).toBe(200);

    await world.restart();
    expect(await room.verify(student, body.qrCode)).toMatchObject(refusal);

    await tell(student, { suspended: false, signedOut: signedOut(), version: 2 });
    await eventually(async () => expect((await room.list(student)).status).toBe(200));
  });

  it('is checked only until every token from before the suspension has expired', async () => {
    const student = world.people.student();
    await tell(student, { suspended: true, signedOut: signedOut() });
    await eventually(async () => expect(await room.list(student)).toMatchObject(refusal));
    await tell(student, { suspended: true, signedOut: signedOut(-1), version: 2 });
    await eventually(async () => expect((await room.list(student)).status).toBe(200));
  });

  it('is rejected once its account is deleted', async () => {
    const student = world.people.student();
    await tell(student, { suspended: true, erased: true, signedOut: signedOut() });
    await eventually(async () => expect(await room.list(student)).toMatchObject(refusal));
  });
});
