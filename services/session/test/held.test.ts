import { randomUUID } from 'node:crypto';
import { attendanceCorrected, attendanceMarked, type UnitChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const published = (id: string) => world.lastSeen(id).at(-1)?.session;
const stored = (id: string) => ({ _id: new mongoose.Types.ObjectId(id) });
const sessions = () => world.database.collection('sessions');

const openUnattended = async () => {
  const opened = await room.open({ startTime: inMs(24 * HOUR), endTime: inMs(25 * HOUR) });
  const [startTime, endTime] = [new Date(Date.now() - 2 * HOUR), new Date(Date.now() - HOUR)];
  await sessions().updateOne(stored(opened.id), { $set: { startTime, endTime } });
  await eventually(() => expect(published(opened.id)?.active).toBe(false));
  return opened;
};
const listUnconfirmed = async ({ teacher }: Pick<Awaited<ReturnType<Class['open']>>, 'teacher'>) =>
  (await room.list(teacher, '?unconfirmed=true')).body.filter(({ unconfirmed }) => unconfirmed);

describe('the code of a session', () => {
  it('counts as shown when an open session is created', async () => {
    const { id, teacher } = await room.open({ startTime: inMs(-MINUTE), endTime: inMs(HOUR) });
    await eventually(() => expect(published(id)).toMatchObject({ held: true, version: 1 }));
    await room.get(teacher, id);
    await room.refresh(teacher, id);
    expect(published(id)?.version).toBe(1);
  });

  it('is withheld from a program administrator who creates an open session, and does not count as shown', async () => {
    const [teacher, administrator] = [world.people.teacher(), world.people.teacher()];
    const courseId = room.giveCourse(teacher);
    const unit = { ...samples.unitChanged, id: newId() };
    const [member] = unit.staff ?? [];
    const staff = [{ ...member, userId: administrator.id, role: 'program-administrator' as const }];
    world.neighbors.courses.set(courseId, { ...world.neighbors.courses.get(courseId)!, unitId: unit.id });
    world.neighbors.units.set(unit.id, { ...unit, staff } as UnitChanged);
    const times = { startTime: inMs(-MINUTE), endTime: inMs(HOUR) };
    const { status, body } = await room.create(administrator, room.newSession(courseId, times));
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('qrCode');
    await eventually(() => expect(published(body._id)).toMatchObject({ held: false, version: 1 }));
    expect((await room.get(teacher, body._id)).body).toMatchObject({ qrCode: expect.any(String) });
    await eventually(() => expect(published(body._id)).toMatchObject({ held: true, version: 2 }));
  });

  it('counts as shown only once a page of its teacher gets it', async () => {
    const { id, teacher } = await room.open({ startTime: inMs(HOUR), endTime: inMs(2 * HOUR) });
    await room.get(teacher, id);
    await eventually(() => expect(published(id)).toMatchObject({ held: false }));
    expect(published(id)).not.toHaveProperty('codeShownAt');
    await sessions().updateOne(stored(id), { $set: { startTime: new Date(Date.now() + 5 * MINUTE) } });
    await room.list(teacher);
    await room.get(world.people.student(), id);
    const pages = await Promise.all([1, 2, 3].map(() => room.get(teacher, id)));
    for (const { body } of pages) expect(body).toMatchObject({ qrCode: expect.any(String), version: 2 });
    await eventually(() =>
      expect(published(id)).toMatchObject({ held: true, codeShownAt: expect.any(String), version: 2 }),
    );
  });
});

describe('a session without an end time', () => {
  const openEnded = () => room.open({ startTime: inMs(-4 * HOUR) });
  const lastShown = async (id: string, ago: number) => {
    const codeLastShownAt = new Date(Date.now() - ago);
    await sessions().updateOne(stored(id), { $set: { codeLastShownAt } });
    return codeLastShownAt;
  };

  it('ends three hours after its code was last shown, and notifies its teacher', async () => {
    const { id, teacher } = await openEnded();
    const at = await lastShown(id, 3 * HOUR);
    const endedAt = new Date(at.getTime() + 3 * HOUR).toISOString();
    await eventually(() =>
      expect(published(id)).toMatchObject({ active: false, endedAt, endTime: endedAt, held: true }),
    );
    expect(published(id)?.revisions?.at(-1)).toMatchObject({ change: 'ended', by: null, at: endedAt });
    expect((await room.get(teacher, id)).body).toMatchObject({ state: 'ended', endedUnattended: true });
  });

  it('continues while its code is shown', async () => {
    const { id, teacher } = await openEnded();
    await lastShown(id, 2.9 * HOUR);
    await room.refresh(teacher, id);
    const other = await openEnded();
    await lastShown(other.id, 4 * HOUR);
    // The job that ended the other session has processed this session as well.
    await eventually(() => expect(published(other.id)?.active).toBe(false));
    expect((await room.get(teacher, id)).body).toMatchObject({ state: 'running' });
    const { codeLastShownAt } = (await sessions().findOne(stored(id))) as unknown as {
      codeLastShownAt: Date;
    };
    expect(Date.now() - codeLastShownAt.getTime()).toBeLessThan(HOUR);
  });

  it('ends three hours after its start if nobody opened it, and awaits the teacher’s confirmation', async () => {
    const { id, teacher } = await room.open({ startTime: inMs(HOUR) });
    const startTime = new Date(Date.now() - 3 * HOUR);
    await sessions().updateOne(stored(id), { $set: { startTime } });
    const endedAt = new Date(startTime.getTime() + 3 * HOUR).toISOString();
    await eventually(() => expect(published(id)).toMatchObject({ active: false, endedAt, held: false }));
    expect(await listUnconfirmed({ teacher })).toMatchObject([{ _id: id, endedUnattended: true }]);
  });
});

describe('a session whose code was never shown', () => {
  it('counts as held once its teacher confirms it', async () => {
    const { id, teacher } = await openUnattended();
    expect((await room.get(teacher, id)).body).toMatchObject({ state: 'ended', unconfirmed: true });
    expect(await listUnconfirmed({ teacher })).toMatchObject([{ _id: id }]);
    expect(published(id)).toMatchObject({ held: false });
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await room.confirm(teacher, id);
      expect({ status, version: body.version }).toEqual({ status: 200, version: 3 });
      expect(body).not.toHaveProperty('unconfirmed');
    }
    await eventually(() => expect(published(id)).toMatchObject({ held: true, version: 3 }));
    expect(published(id)?.revisions?.map(({ change, by }) => [change, by])).toEqual([
      ['created', teacher.id],
      ['ended', null],
      ['confirmed', teacher.id],
    ]);
    expect(await listUnconfirmed({ teacher })).toEqual([]);
  });

  it('can be canceled instead, and awaits confirmation again when it is reopened', async () => {
    const { id, teacher } = await openUnattended();
    await room.cancel(teacher, id);
    expect(await listUnconfirmed({ teacher })).toEqual([]);
    expect(await room.confirm(teacher, id)).toMatchObject({
      status: 409,
      body: { code: 'session_canceled' },
    });
    await room.reopen(teacher, id);
    expect(await listUnconfirmed({ teacher })).toMatchObject([{ _id: id }]);
  });

  it('needs no confirmation once somebody is marked', async () => {
    const { id, teacher } = await openUnattended();
    const mark = { ...samples.attendanceMarked, id: randomUUID(), sessionId: id };
    await world.bus.publish(createEvent(attendanceMarked, mark.id, mark));
    await eventually(async () => expect(await listUnconfirmed({ teacher })).toEqual([]));
  });

  it('needs a confirmation even if students are excused or have a decision made in advance', async () => {
    const { id, teacher } = await openUnattended();
    const decide = (status: string, version: number, decidedAt?: string) => {
      const { deviceId: _deviceId, scanned: _scanned, ...mark } = samples.attendanceMarked;
      const decided = { ...mark, id: `${id}-${mark.studentId}`, sessionId: id, status, version };
      const event = { ...decided, ...(decidedAt !== undefined && { decidedAt }) };
      return world.bus.publish(createEvent(attendanceCorrected, event.id, event));
    };
    const stored = (version: number) =>
      eventually(async () =>
        expect(await world.database.collection('marks').findOne({ sessionId: id })).toMatchObject({
          version,
        }),
      );
    await decide('EXCUSED', 1);
    await stored(1);
    expect(await listUnconfirmed({ teacher })).toMatchObject([{ _id: id }]);
    await decide('PRESENT', 2, inMs(-3 * HOUR));
    await stored(2);
    expect((await room.get(teacher, id)).body).toMatchObject({ unconfirmed: true });
    await decide('ABSENT', 3, inMs(-HOUR));
    await eventually(async () => expect(await listUnconfirmed({ teacher })).toEqual([]));
  });

  it('can be confirmed only by its own teacher, and only after its end', async () => {
    const { id } = await openUnattended();
    expect((await room.confirm(world.people.teacher(), id)).status).toBe(404);
    expect((await room.confirm(world.people.student(), id)).status).toBe(403);
    const scheduled = await room.open({ startTime: inMs(HOUR), endTime: inMs(2 * HOUR) });
    expect(await room.confirm(scheduled.teacher, scheduled.id)).toMatchObject({
      status: 409,
      body: { code: 'session_not_ended' },
    });
  });
});

describe('the revisions of a session', () => {
  it('are all published with their author and new values', async () => {
    const { id, teacher, session } = await room.open({ startTime: inMs(-MINUTE), endTime: inMs(HOUR) });
    const endTime = inMs(2 * HOUR);
    const { date, startTime } = session;
    const edit = { version: 1, date, startTime, endTime, useLocation: false, lateAfterMinutes: 25 };
    expect((await room.edit(teacher, id, edit)).status).toBe(200);
    expect((await room.cancel(teacher, id)).status).toBe(200);
    expect((await room.reopen(teacher, id)).status).toBe(200);
    expect((await room.end(teacher, id)).status).toBe(200);
    await eventually(() => expect(published(id)?.version).toBe(5));
    const { revisions = [] } = published(id) ?? {};
    expect(revisions.map(({ change }) => change)).toEqual([
      'created',
      'edited',
      'canceled',
      'reopened',
      'ended',
    ]);
    for (const { by } of revisions) expect(by).toBe(teacher.id);
    expect(revisions[0]).toMatchObject({ lateAfterMinutes: 10, endTime: session.endTime });
    expect(revisions[1]).toMatchObject({ lateAfterMinutes: 25, endTime });
    expect(revisions[4]?.endTime).toBe(published(id)?.endedAt);
  });

  it('are limited in number, but a session at the limit can still be canceled', async () => {
    const { id, teacher, session } = await room.open({ startTime: inMs(-MINUTE), endTime: inMs(HOUR) });
    const document = await sessions().findOne(stored(id));
    const [revision] = (document?.['revisions'] ?? []) as object[];
    const revisions = Array.from({ length: 200 }, () => revision);
    await sessions().updateOne(stored(id), { $set: { revisions } });
    const { date, startTime } = session;
    const edit = { version: 1, date, startTime, useLocation: false, lateAfterMinutes: 25 };
    const refusal = { status: 409, body: { code: 'changed_too_often' } };
    expect(await room.edit(teacher, id, edit)).toMatchObject(refusal);
    expect((await room.cancel(teacher, id)).status).toBe(200);
    expect(await room.reopen(teacher, id)).toMatchObject(refusal);
  });
});

describe('the late threshold of a session', () => {
  it('is shown as a time if it comes before the planned end', async () => {
    const [startTime, endTime] = [inMs(-MINUTE), inMs(HOUR)];
    const { id, teacher, session } = await room.open({ startTime, endTime, lateAfterMinutes: 10 });
    const lateFrom = new Date(Date.parse(startTime) + 10 * MINUTE).toISOString();
    expect(session.lateFrom).toBe(lateFrom);
    const edit = { version: 1, date: session.date, startTime, endTime, useLocation: false };
    const later = (await room.edit(teacher, id, { ...edit, lateAfterMinutes: 62 })).body;
    expect(later).not.toHaveProperty('lateFrom');
    const never = (await room.edit(teacher, id, { ...edit, version: 2, lateAfterMinutes: 0 })).body;
    expect(never).not.toHaveProperty('lateFrom');
  });

  it('does not change if the session ends before it', async () => {
    const { id, teacher, session } = await room.open({ startTime: inMs(-MINUTE), lateAfterMinutes: 10 });
    await room.end(teacher, id);
    expect((await room.get(teacher, id)).body).toMatchObject({ active: false, lateFrom: session.lateFrom });
  });
});

describe('a page that opened automatically', () => {
  it('gets the code, which does not count as shown until somebody uses the page', async () => {
    const { id, teacher } = await room.open({ startTime: inMs(HOUR), endTime: inMs(2 * HOUR) });
    await sessions().updateOne(stored(id), { $set: { startTime: new Date(Date.now() - MINUTE) } });
    const ask = (method: string, path: string) =>
      call<{ qrCode?: string }>(world.url(), method, `/api/sessions/${id}${path}?unattended=true`, {
        token: teacher.token,
      });
    expect((await ask('GET', '')).body.qrCode).toHaveLength(8);
    expect((await ask('POST', '/refresh')).body.qrCode).toHaveLength(8);
    expect(await sessions().findOne(stored(id))).not.toHaveProperty('codeShownAt');
    await room.refresh(teacher, id);
    await eventually(() => expect(published(id)).toMatchObject({ held: true }));
  });

  it('does not confirm a class that nobody attended', async () => {
    const { id, teacher } = await room.open({ startTime: inMs(24 * HOUR), endTime: inMs(25 * HOUR) });
    await sessions().updateOne(stored(id), { $set: { startTime: new Date(Date.now() - MINUTE) } });
    await call(world.url(), 'GET', `/api/sessions/${id}?unattended=true`, { token: teacher.token });
    await sessions().updateOne(stored(id), { $set: { endTime: new Date(Date.now() - 1_000) } });
    await eventually(() => expect(published(id)).toMatchObject({ active: false, held: false }));
    expect((await room.get(teacher, id)).body).toMatchObject({ state: 'ended', unconfirmed: true });
  });
});
