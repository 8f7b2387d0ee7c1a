import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import type { CurrentCode } from '../src/sessions/rules/session.ts';
import { makeClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
let other: Awaited<ReturnType<World['startReplica']>>;
let elsewhere: Class;
beforeAll(async () => {
  world = await startWorld();
  room = makeClass(world);
  other = await world.startReplica();
  elsewhere = makeClass({ ...world, url: () => other.url });
}, 60_000);
afterAll(async () => {
  await other.stop();
  await world.close();
});

const openSession = (more: object = {}) => room.open({ startTime: new Date().toISOString(), ...more });
interface StoredCode {
  _id: string;
  sessionId: string;
  issuedAt: Date;
  expiresAt: Date;
}
const codes = () => world.database.collection<StoredCode>('codes');
const sessions = () => world.database.collection('sessions');
const _idOf = (id: string) => new mongoose.Types.ObjectId(id);
const currentCodeOf = async (id: string) =>
  (await sessions().findOne({ _id: _idOf(id) }))?.['currentCode'] as CurrentCode;

/** Does what the release before does when its replica is asked for the next code. */
const refreshAsTheReleaseBefore = async (id: string, code: string): Promise<void> => {
  const [issuedAt, expiresAt] = [new Date(), new Date(Date.now() + 35_000)];
  await codes().insertOne({ _id: code, sessionId: id, issuedAt, expiresAt });
  const before = await currentCodeOf(id);
  await sessions().updateOne({ _id: _idOf(id) }, { $set: { currentCode: { code, issuedAt } } });
  const diesAt = new Date(Date.now() + 5_000);
  await codes().updateOne({ _id: before.code }, { $min: { expiresAt: diesAt } });
};

describe('A code', () => {
  it('is known to every replica without a look into the database', async () => {
    const { id, code } = await openSession();
    await eventually(async () =>
      expect((await elsewhere.verify(world.people.student(), code)).status).toBe(200),
    );
    await codes().deleteMany({ sessionId: id });
    // What was looked up before is remembered for half a second.
    await eventually(async () => {
      expect(await codes().countDocuments({ sessionId: id })).toBe(0);
      for (const replica of [room, elsewhere])
        expect(await replica.verify(world.people.student(), code)).toMatchObject({ body: { _id: id } });
    });
  });

  it('follows the clock, and nothing is written into the session', async () => {
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

  it('is told to nobody before its time', async () => {
    const { teacher, id } = await openSession({ refreshInterval: 30 });
    await room.age(id, 29);
    const { body } = await room.get(teacher, id);
    expect(Date.parse(body.codeExpiresAt ?? '') - Date.now()).toBeLessThanOrEqual(1_000);
  });

  it('that two sessions would have at once is shown by one of them', async () => {
    const [one, two] = [await openSession(), await openSession()];
    await sessions().updateOne(
      { _id: _idOf(two.id) },
      { $set: { currentCode: await currentCodeOf(one.id) } },
    );
    await eventually(async () => {
      const shown = (await elsewhere.get(two.teacher, two.id)).body.qrCode;
      expect(shown).not.toBe(one.code);
      expect((await room.verify(world.people.student(), shown)).body._id).toBe(two.id);
      expect((await elsewhere.verify(world.people.student(), shown)).body._id).toBe(two.id);
    });
    for (const replica of [room, elsewhere])
      expect((await replica.verify(world.people.student(), one.code)).body._id).toBe(one.id);
  });
});

describe('While replicas of the release before run beside', () => {
  it('a code that they show is taken here, and theirs is replaced by ours', async () => {
    const { teacher, id, code } = await openSession();
    await room.age(id, 3);
    await refreshAsTheReleaseBefore(id, '0TDRE1EA');
    const student = world.people.student();
    for (const shown of ['0TDRE1EA', code]) {
      expect((await room.verify(student, shown)).body._id).toBe(id);
      expect((await elsewhere.verify(student, shown)).body._id).toBe(id);
    }
    expect((await room.get(teacher, id)).body.qrCode).toBe('0TDRE1EA');
    await room.age(id, 3);
    const { body } = await room.refresh(teacher, id);
    expect(body.qrCode).not.toBe('0TDRE1EA');
    expect((await elsewhere.verify(student, body.qrCode)).body._id).toBe(id);
  });

  it('a code that is shown here is where they look for it, and dies there as well', async () => {
    const { teacher, id } = await openSession({ refreshInterval: 30 });
    await room.age(id, 30);
    const { body: next } = await room.refresh(teacher, id);
    expect(await codes().findOne({ _id: next.qrCode })).toMatchObject({
      sessionId: id,
      expiresAt: new Date(Date.parse(next.codeExpiresAt) + 5_000),
    });
    await room.age(id, 3);
    await room.refresh(teacher, id);
    const replaced = await codes().findOne({ _id: next.qrCode });
    expect(replaced?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 5_000);
  });
});

describe('The secret of the codes', () => {
  it('is in no answer and no event', async () => {
    const { teacher, id } = await openSession();
    const { secret } = await currentCodeOf(id);
    expect(secret).toHaveLength(43);
    const told = await Promise.all([
      room.get(teacher, id),
      room.list(teacher),
      room.refresh(teacher, id),
      room.verify(world.people.student(), (await room.get(teacher, id)).body.qrCode),
      room.cancel(teacher, id),
      room.reopen(teacher, id),
    ]);
    const all = JSON.stringify(told) + JSON.stringify(world.heardOf(id)) + world.log();
    expect(all).toContain(id);
    expect(all).not.toContain(secret);
  });
});
