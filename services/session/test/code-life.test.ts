import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import type { CurrentCode } from '../src/db/stored-session.ts';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const GRACE_MS = 5_000;
const SERVED_SECONDS = 4;
let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const openSession = async () => {
  const opened = await room.open({ refreshInterval: 15 });
  return { ...opened, shownUntil: Date.parse(opened.session.codeExpiresAt ?? '') };
};
const diesAt = async (id: string, code: string): Promise<number> => {
  const stored = await world.database
    .collection<{ currentCode: CurrentCode }>('sessions')
    .findOne({ _id: new mongoose.Types.ObjectId(id) });
  const found = stored?.currentCode.replaced?.find((one) => one.code === code);
  return found?.expiresAt.getTime() ?? 0;
};

describe('the validity of a code', () => {
  it('ends five seconds after its replacement', async () => {
    const { teacher, id, code } = await openSession();
    await room.age(id, 3);
    const before = Date.now();
    await room.refresh(teacher, id);
    const replacedAt = (await diesAt(id, code)) - GRACE_MS;
    expect(replacedAt).toBeGreaterThanOrEqual(before);
    expect(replacedAt).toBeLessThanOrEqual(Date.now());
  });

  it.each(['current', 'previous'])('ends at its exact expiry (%s code)', async (which) => {
    const { teacher, id, code, shownUntil } = await openSession();
    const student = world.people.student();
    if (which === 'previous') {
      await room.age(id, 3);
      expect((await room.refresh(teacher, id)).body.qrCode).not.toBe(code);
    }
    const dies = which === 'previous' ? await diesAt(id, code) : shownUntil + GRACE_MS;
    const left = Math.floor((dies - Date.now()) / 1000);
    await room.age(id, left - SERVED_SECONDS);
    expect((await room.verify(student, code)).status).toBe(200);
    await room.age(id, SERVED_SECONDS + 1);
    await eventually(async () => expect((await room.verify(student, code)).status).toBe(404));
  });

  it('ends at the end time of its session, even if nobody has ended the session', async () => {
    const { id, code } = await openSession();
    const student = world.people.student();
    expect((await room.verify(student, code)).status).toBe(200);
    const sessions = world.database.collection('sessions');
    await sessions.updateOne(
      { _id: new mongoose.Types.ObjectId(id) },
      { $set: { endTime: new Date(Date.now() - 1) } },
    );
    await eventually(async () =>
      expect(await room.verify(student, code)).toMatchObject({ status: 404, body: { code: 'invalid_code' } }),
    );
  });
});
