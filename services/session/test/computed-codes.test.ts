import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import type { CurrentCode } from '../src/db/stored-session.ts';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
let other: Awaited<ReturnType<World['startReplica']>>;
let elsewhere: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
  other = await world.startReplica();
  elsewhere = createClass({ ...world, url: () => other.url });
});
afterAll(async () => {
  await other.stop();
  await world.close();
});

const openSession = (more: object = {}) => room.open({ startTime: new Date().toISOString(), ...more });
const sessions = () => world.database.collection('sessions');
const _idOf = (id: string) => new mongoose.Types.ObjectId(id);
const currentCodeOf = async (id: string) =>
  (await sessions().findOne({ _id: _idOf(id) }))?.['currentCode'] as CurrentCode;

describe('a computed code', () => {
  it('is known at once to every replica, including those that did not create the session', async () => {
    const { id, code } = await openSession();
    for (const replica of [elsewhere, room])
      expect((await replica.verify(world.people.student(), code)).body._id).toBe(id);
  });

  it('is accepted if another replica has just replaced it, and its predecessor expires on all replicas', async () => {
    const { teacher, id, code } = await openSession({ refreshInterval: 300 });
    const student = world.people.student();
    expect((await elsewhere.verify(student, code)).body._id).toBe(id);
    await room.age(id, 3);
    const { body } = await room.refresh(teacher, id);
    expect((await elsewhere.verify(student, body.qrCode)).body._id).toBe(id);
    await room.age(id, 6);
    await eventually(async () => expect((await elsewhere.verify(student, code)).status).toBe(404));
  });

  it('changes with time without writing to the session', async () => {
    const { teacher, id, code } = await openSession({ refreshInterval: 30 });
    await room.age(id, 30);
    const before = await currentCodeOf(id);
    const { body: next } = await room.refresh(teacher, id);
    expect(next.qrCode).not.toBe(code);
    expect(next.shownForMs).toBeLessThanOrEqual(30_000);
    expect((await elsewhere.refresh(teacher, id)).body.qrCode).toBe(next.qrCode);
    expect((await elsewhere.get(teacher, id)).body.qrCode).toBe(next.qrCode);
    expect(await currentCodeOf(id)).toEqual(before);
    for (const shown of [code, next.qrCode])
      expect((await elsewhere.verify(world.people.student(), shown)).status).toBe(200);
  });

  it('is not revealed before it becomes current', async () => {
    // A busy machine may need longer than the remaining second.
    await eventually(async () => {
      const { teacher, id } = await openSession({ refreshInterval: 30 });
      await room.age(id, 29);
      const { body } = await room.get(teacher, id);
      expect(Date.parse(body.codeExpiresAt ?? '') - Date.now()).toBeLessThanOrEqual(1_000);
    });
  });

  it('selects the session of the student’s own course if two sessions show the same code', async () => {
    const [firstSession, secondSession] = [await openSession(), await openSession()];
    const currentCode = await currentCodeOf(firstSession.id);
    await sessions().updateOne({ _id: _idOf(secondSession.id) }, { $set: { currentCode } });
    await eventually(async () =>
      expect((await elsewhere.get(secondSession.teacher, secondSession.id)).body.qrCode).toBe(
        firstSession.code,
      ),
    );
    for (const session of [firstSession, secondSession]) {
      const student = world.people.student();
      room.giveEnrollment(student, session.courseId);
      await eventually(async () =>
        expect((await elsewhere.verify(student, firstSession.code)).body._id).toBe(session.id),
      );
    }
    expect((await elsewhere.verify(world.people.student(), firstSession.code)).status).toBe(404);
  });
});

describe('the secret of the codes', () => {
  it('is never part of a response or event', async () => {
    const { teacher, id } = await openSession();
    const { secret } = await currentCodeOf(id);
    expect(secret).toHaveLength(43);
    const answers = await Promise.all([
      room.get(teacher, id),
      room.list(teacher),
      room.refresh(teacher, id),
      room.verify(world.people.student(), (await room.get(teacher, id)).body.qrCode),
      room.cancel(teacher, id),
      room.reopen(teacher, id),
    ]);
    const all = JSON.stringify(answers) + JSON.stringify(world.lastSeen(id)) + world.log();
    expect(all).toContain(id);
    expect(all).not.toContain(secret);
  });
});
