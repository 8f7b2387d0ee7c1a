import { campusDay } from '@qr-attendance/server';
import { randomUUID } from 'node:crypto';
import type { Session } from '@qr-attendance/contracts';
import { attendanceMarked, type AttendanceMarked } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, createDevice, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { createClass, type Class } from './support/class.ts';
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
const openSession = (more: object = {}) => room.open({ startTime: inMs(-MINUTE), ...more });
const tomorrow = () => ({ startTime: inMs(24 * HOUR), endTime: inMs(25 * HOUR) });
const editOf = (
  { version, date, startTime, endTime, location, lateAfterMinutes }: Session,
  more: object = {},
) => ({
  version,
  date,
  startTime,
  endTime,
  useLocation: location !== undefined,
  location,
  lateAfterMinutes,
  ...more,
});
const lastPublished = (id: string) => world.lastSeen(id).at(-1)?.session;
const publishMark = async (
  sessionId: string,
  status: AttendanceMarked['status'],
  id = randomUUID(),
  version = 1,
) => {
  const mark = { ...samples.attendanceMarked, id, sessionId, status, version };
  await world.bus.publish(createEvent(attendanceMarked, mark.id, mark));
  await eventually(async () => {
    const found = await world.database.collection<{ _id: string }>('marks').findOne({ _id: mark.id });
    expect(found).toMatchObject({ version });
  });
};
const setStored = (id: string, fields: object) =>
  world.database.collection('sessions').updateOne({ _id: new mongoose.Types.ObjectId(id) }, { $set: fields });

describe('a session that starts later', () => {
  it('is scheduled, and its code opens 15 minutes before the start', async () => {
    const { teacher, id, session } = await openSession(tomorrow());
    expect(session).toMatchObject({ active: true, state: 'scheduled', qrCode: expect.any(String) });
    const { body } = await room.get(teacher, id);
    expect(body).toMatchObject({
      state: 'scheduled',
      active: true,
      codeOpensAt: new Date(Date.parse(session.startTime) - 15 * MINUTE).toISOString(),
    });
    expect(body).not.toHaveProperty('qrCode');
    const notOpen = { status: 409, body: { code: 'session_not_open' } };
    expect(await room.refresh(teacher, id)).toMatchObject({
      status: 409,
      body: { code: 'code_not_open', details: { minutes: 15 } },
    });
    expect(await room.verify(world.people.student(), session.qrCode)).toMatchObject(notOpen);
    expect(await room.scan(session.qrCode, createDevice())).toMatchObject(notOpen);
    expect((await room.list(teacher, '?active=true')).body.map(({ state }) => state)).toEqual(['scheduled']);
  });

  it('shows its code once it opens, and accepts scans from the start', async () => {
    const { teacher, id, session } = await openSession({ startTime: inMs(10 * MINUTE) });
    expect((await room.get(teacher, id)).body).toMatchObject({ state: 'scheduled', qrCode: session.qrCode });
    const notOpen = {
      status: 409,
      body: { code: 'session_not_open', details: { startTime: session.startTime } },
    };
    expect(await room.verify(world.people.student(), session.qrCode)).toMatchObject(notOpen);
    expect(await room.scan(session.qrCode, createDevice())).toMatchObject(notOpen);
    const { date, version, lateAfterMinutes, policy } = session;
    const begun = { date, startTime: inMs(0), version, lateAfterMinutes, policy };
    expect((await room.edit(teacher, id, begun)).status).toBe(200);
    expect((await room.verify(world.people.student(), session.qrCode)).status).toBe(200);
  });

  it('is canceled by ending it', async () => {
    const { teacher, id } = await openSession(tomorrow());
    expect((await room.end(teacher, id)).body).toMatchObject({ active: false, state: 'canceled' });
    expect((await room.end(teacher, id)).body.state).toBe('canceled');
    await eventually(() => expect(lastPublished(id)?.canceledAt).toEqual(expect.any(String)));
  });
});

describe('a canceled session', () => {
  it('accepts no marks, and is published as ended for older consumers', async () => {
    const { teacher, id, session } = await openSession();
    const { status, body } = await room.cancel(teacher, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ active: false, state: 'canceled', canceledAt: expect.any(String) });
    expect(body).not.toHaveProperty('qrCode');
    expect(Date.parse(body.reopenUntil ?? '') - Date.parse(body.canceledAt ?? '')).toBe(24 * HOUR);
    expect((await room.cancel(teacher, id)).body).toEqual(body);
    expect((await room.verify(world.people.student(), session.qrCode)).status).toBe(404);
    expect((await room.list(teacher, '?active=false')).body.map(({ state }) => state)).toEqual(['canceled']);
    await eventually(() =>
      expect(lastPublished(id)).toMatchObject({
        active: false,
        endedAt: body.canceledAt,
        canceledAt: body.canceledAt,
        version: 2,
      }),
    );
  });

  it('continues with a new code when it is reopened', async () => {
    const { teacher, id } = await openSession({ endTime: inMs(HOUR) });
    await room.cancel(teacher, id);
    const { status, body } = await room.reopen(teacher, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ active: true, state: 'running' });
    for (const removed of ['canceledAt', 'reopenUntil']) expect(body).not.toHaveProperty(removed);
    expect((await room.reopen(teacher, id)).body).toMatchObject({ state: 'running', version: body.version });
    await room.age(id, 60);
    const shown = await room.get(teacher, id);
    expect((await room.verify(world.people.student(), shown.body.qrCode)).status).toBe(200);
    await eventually(() => {
      expect(lastPublished(id)).toMatchObject({ active: true, canceledAt: null, version: 3 });
      expect(lastPublished(id)).not.toHaveProperty('endedAt');
    });
  });

  it('becomes an ended session again when it is reopened after its end', async () => {
    const { teacher, id } = await openSession();
    const { body: ended } = await room.end(teacher, id);
    await room.cancel(teacher, id);
    expect((await room.reopen(teacher, id)).body).toMatchObject({ state: 'ended', endTime: ended.endTime });
    expect(await room.reopen(teacher, id)).toMatchObject({ status: 409, body: { code: 'session_ended' } });
  });

  it('cannot be reopened after 24 hours', async () => {
    const { teacher, id } = await openSession();
    await room.cancel(teacher, id);
    await setStored(id, { canceledAt: new Date(Date.now() - 24 * HOUR) });
    expect((await room.get(teacher, id)).body).not.toHaveProperty('reopenUntil');
    expect(await room.reopen(teacher, id)).toMatchObject({ status: 409, body: { code: 'reopen_too_late' } });
  });

  it('is canceled only once by concurrent requests', async () => {
    const { teacher, id } = await openSession();
    const answers = await Promise.all([1, 2, 3, 4].map(() => room.cancel(teacher, id)));
    expect(new Set(answers.map(({ body }) => body.canceledAt)).size).toBe(1);
    expect(answers.at(0)?.body.version).toBe(2);
  });
});

describe('an edit', () => {
  it('changes times, location, late threshold and checks, and is published', async () => {
    const { teacher, id, session } = await openSession();
    const edit = editOf(session, {
      ...tomorrow(),
      useLocation: true,
      location: { latitude: 1, longitude: 2, radius: 70 },
      lateAfterMinutes: 25,
      policy: { requirePin: true },
    });
    const day = campusDay(new Date(edit.startTime), Intl.DateTimeFormat().resolvedOptions().timeZone);
    const { status, body } = await room.edit(teacher, id, edit);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      date: day,
      startTime: edit.startTime,
      lateAfterMinutes: 25,
      location: { latitude: 1, longitude: 2, radius: 70 },
      policy: { requirePin: true, requireDevice: false },
      state: 'scheduled',
      version: 2,
    });
    await eventually(() =>
      expect(lastPublished(id)).toMatchObject({ date: day, lateAfterMinutes: 25, version: 2 }),
    );
    const { body: bare } = await room.edit(teacher, id, editOf(body, { endTime: '', useLocation: false }));
    for (const removed of ['endTime', 'location']) expect(bare).not.toHaveProperty(removed);
    expect(bare.policy?.requirePin).toBe(true);
  });

  it('is rejected if its version is outdated, and changes nothing if repeated', async () => {
    const { teacher, id, session } = await openSession();
    const edit = editOf(session, { lateAfterMinutes: 20 });
    const { body } = await room.edit(teacher, id, edit);
    expect((await room.edit(teacher, id, edit)).body.version).toBe(body.version);
    expect(await room.edit(teacher, id, editOf(session, { lateAfterMinutes: 30 }))).toMatchObject({
      status: 409,
      body: { code: 'session_changed' },
    });
    const racing = [40, 50].map((lateAfterMinutes) =>
      room.edit(teacher, id, editOf(body, { lateAfterMinutes })),
    );
    expect((await Promise.all(racing)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is rejected after the end of the session', async () => {
    const { teacher, id, session } = await openSession();
    await room.cancel(teacher, id);
    const edit = editOf(session, { lateAfterMinutes: 20 });
    const canceled = { status: 409, body: { code: 'session_canceled', error: 'This class was canceled.' } };
    expect(await room.edit(teacher, id, edit)).toMatchObject(canceled);
    const { teacher: other, id: endedId, session: running } = await openSession();
    await room.end(other, endedId);
    expect(await room.edit(other, endedId, editOf(running, { lateAfterMinutes: 20 }))).toMatchObject({
      status: 409,
      body: { code: 'session_ended' },
    });
  });

  it.each([
    ['no version', { version: undefined }],
    ['an end before its start', { endTime: '2020-01-01T00:00:00.000Z' }],
    ['more than 24 hours', { startTime: inMs(HOUR), endTime: inMs(25 * HOUR + 60_000) }],
    ['an invalid date', { date: '2026-02-30' }],
    ['a negative late threshold', { lateAfterMinutes: -1 }],
    ['an impossible location', { useLocation: true, location: undefined }],
    ['an invalid network', { policy: { networks: ['everywhere'] } }],
    ['an incomplete time', { startTime: '2026-09-14' }],
  ])('is rejected with %s and changes nothing', async (_what, wrong) => {
    const { teacher, id, session } = await openSession();
    expect((await room.edit(teacher, id, editOf(session, wrong))).status).toBe(400);
    expect((await room.get(teacher, id)).body.version).toBe(1);
  });
});

describe('a session with unknown fields from a newer release', () => {
  it('can be edited, ended and canceled, and keeps those fields', async () => {
    const { teacher, id, session } = await openSession();
    await setStored(id, { floorPlan: 'A 101', 'policy.requireBadge': true, 'location.floor': 2 });
    const edit = editOf(session, { lateAfterMinutes: 20, policy: { requirePin: true } });
    expect((await room.edit(teacher, id, edit)).status).toBe(200);
    expect((await room.end(teacher, id)).body.state).toBe('ended');
    expect((await room.cancel(teacher, id)).body.state).toBe('canceled');
    const _id = new mongoose.Types.ObjectId(id);
    expect(await world.database.collection('sessions').findOne({ _id })).toMatchObject({
      floorPlan: 'A 101',
      policy: { requirePin: true, requireBadge: true },
      location: { radius: 50, floor: 2 },
    });
  });
});

describe('a session without marks', () => {
  it('can be deleted, and is published as canceled', async () => {
    const { teacher, id, session } = await openSession();
    await publishMark(id, 'ABSENT');
    expect((await room.remove(teacher, id)).status).toBe(204);
    expect((await room.get(teacher, id)).status).toBe(404);
    expect((await room.remove(teacher, id)).status).toBe(404);
    expect((await room.list(teacher)).body).toEqual([]);
    expect((await room.verify(world.people.student(), session.qrCode)).status).toBe(404);
    await eventually(() =>
      expect(lastPublished(id)).toMatchObject({
        canceledAt: expect.any(String),
        deletedAt: expect.any(String),
      }),
    );
  });

  it('cannot be deleted once students are marked, whether canceled or not', async () => {
    const { teacher, id } = await openSession();
    await publishMark(id, 'PRESENT');
    const refusal = { status: 409, body: { code: 'session_has_marks' } };
    expect(await room.remove(teacher, id)).toMatchObject(refusal);
    await room.cancel(teacher, id);
    expect(await room.remove(teacher, id)).toMatchObject(refusal);
  });

  it('can be deleted once its only mark was undone', async () => {
    const { teacher, id } = await openSession();
    const markId = randomUUID();
    await publishMark(id, 'EXCUSED', markId);
    expect((await room.remove(teacher, id)).status).toBe(409);
    await publishMark(id, 'WITHDRAWN', markId, 2);
    expect((await room.remove(teacher, id)).status).toBe(204);
  });

  it('is restored as canceled if a delayed mark arrives, even hours later', async () => {
    const { teacher, id } = await openSession();
    await room.remove(teacher, id);
    await setStored(id, { deletedAt: new Date(Date.now() - 20 * HOUR) });
    await publishMark(id, 'PRESENT');
    await eventually(async () => expect((await room.get(teacher, id)).body.state).toBe('canceled'));
  });
});

describe('other users', () => {
  it.each<[string, () => Person]>([
    ['another teacher', () => world.people.teacher()],
    ['a student', () => world.people.student()],
  ])('(%s) cannot edit, cancel, reopen or delete a session', async (_who, make) => {
    const { teacher, id, session } = await openSession();
    const status = _who === 'a student' ? 403 : 404;
    const other = make();
    const tries = [
      room.edit(other, id, editOf(session, { lateAfterMinutes: 1 })),
      room.cancel(other, id),
      room.reopen(other, id),
      room.remove(other, id),
    ];
    expect((await Promise.all(tries)).map((answer) => answer.status)).toEqual(tries.map(() => status));
    expect((await room.get(teacher, id)).body).toMatchObject({ version: 1, state: 'running' });
  });
});
