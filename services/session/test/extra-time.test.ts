import { randomUUID } from 'node:crypto';
import type { ExtraTime, PersonalData } from '@qr-attendance/contracts';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { SCAN, signToken, thumbprintOf } from '@qr-attendance/server';
import { call, eventually, createDevice, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const TICKET_SECONDS = 60;
let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({ TICKET_LIFETIME_SECONDS: String(TICKET_SECONDS) });
  room = createClass(world);
});
afterAll(() => world.close());

const openSession = async () => {
  const opened = await room.open();
  const student = world.people.student();
  room.giveEnrollment(student, opened.courseId);
  return { ...opened, student };
};
const pathOf = (courseId: string, studentId: string) => `/api/sessions/extra-time/${courseId}/${studentId}`;
const set = ({ token }: Person, courseId: string, studentId: string, minutes: unknown) =>
  call<ExtraTime>(world.url(), 'PUT', pathOf(courseId, studentId), { token, body: { minutes } });
const get = ({ token }: Person, courseId: string, studentId: string) =>
  call<ExtraTime>(world.url(), 'GET', pathOf(courseId, studentId), { token });
const secondsOf = async (student: Person, code: string) => {
  const { body } = await room.verify(student, code);
  return (Date.parse(body.ticketExpiresAt) - Date.now()) / 1000;
};

describe('extra time', () => {
  it('extends the tickets of one student in one course, and is recorded', async () => {
    const { teacher, courseId, student, code } = await openSession();
    const other = world.people.student();
    expect(await secondsOf(student, code)).toBeLessThanOrEqual(TICKET_SECONDS);
    expect((await get(teacher, courseId, student.id)).body).toMatchObject({ minutes: 0, changes: [] });
    for (let time = 0; time < 2; time += 1)
      expect((await set(teacher, courseId, student.id, 5)).body.minutes).toBe(5);
    const left = await secondsOf(student, code);
    expect(left).toBeGreaterThan(TICKET_SECONDS + 290);
    expect(left).toBeLessThanOrEqual(TICKET_SECONDS + 300);
    expect(await secondsOf(other, code)).toBeLessThanOrEqual(TICKET_SECONDS);

    const { body } = await set(teacher, courseId, student.id, 0);
    expect(body.changes).toEqual([
      { minutes: 5, by: teacher.id, at: expect.any(String) },
      { minutes: 0, by: teacher.id, at: expect.any(String) },
    ]);
    expect(await secondsOf(student, code)).toBeLessThanOrEqual(TICKET_SECONDS);
  });

  it('applies to students who scanned before signing in', async () => {
    const { teacher, courseId, student, id } = await openSession();
    const device = createDevice();
    const claims = { sessionId: id, cnf: { jkt: thumbprintOf(device.publicKey) }, jti: randomUUID() };
    const overBy = (seconds: number) => signToken(SCAN, world.scanKey, claims, -seconds);
    expect((await room.redeem(student, overBy(60), device)).body).toMatchObject({ code: 'scan_expired' });
    await set(teacher, courseId, student.id, 2);
    expect((await room.redeem(student, overBy(60), device)).status).toBe(200);
    expect((await room.redeem(student, overBy(121), device)).body).toMatchObject({ code: 'scan_expired' });
    expect((await room.redeem(world.people.student(), overBy(60), device)).body).toMatchObject({
      code: 'scan_expired',
    });
  });

  it('can be read and set only by the course’s teacher, for students of the course', async () => {
    const { teacher, courseId, student } = await openSession();
    const stranger = world.people.teacher();
    expect((await set(stranger, courseId, student.id, 5)).status).toBe(404);
    expect((await get(stranger, courseId, student.id)).status).toBe(404);
    expect((await set(student, courseId, student.id, 30)).status).toBe(403);
    expect((await set(teacher, courseId, world.people.student().id, 5)).status).toBe(404);
    expect((await set(teacher, newId(), student.id, 5)).status).toBe(404);
    expect((await get(teacher, courseId, student.id)).body.minutes).toBe(0);
  });

  it.each([1, -5, 31, 10_000, '5', null, undefined, { $gt: 0 }])('cannot be %p min', async (minutes) => {
    const { teacher, courseId, student } = await openSession();
    expect((await set(teacher, courseId, student.id, minutes)).status).toBe(400);
  });

  it('survives a merge of the student’s records, and can still be changed', async () => {
    const { teacher, courseId, student, code } = await openSession();
    const kept = world.people.student();
    await set(teacher, courseId, student.id, 10);
    room.giveEnrollment(kept, courseId);
    expect((await get(teacher, courseId, kept.id)).body.minutes).toBe(0);
    const { id, name } = student;
    const merge = (mergedInto: string | null, version: number) => {
      const user = {
        id,
        name,
        userType: 'STUDENT' as const,
        email: 'grace@campus.example',
        mergedInto,
        version,
      };
      return world.bus.publish(createEvent(userChanged, id, user));
    };
    await merge(kept.id, 98);
    await eventually(async () => expect((await get(teacher, courseId, kept.id)).body.minutes).toBe(10));
    await eventually(async () => expect(await secondsOf(kept, code)).toBeGreaterThan(TICKET_SECONDS + 590));
    const { body } = await set(teacher, courseId, kept.id, 0);
    expect(body).toMatchObject({ minutes: 0, changes: [{ minutes: 10 }, { minutes: 0 }] });
    expect(await secondsOf(kept, code)).toBeLessThanOrEqual(TICKET_SECONDS);
    expect((await set(teacher, courseId, kept.id, 5)).body.changes).toHaveLength(3);
    await merge(null, 99);
    await eventually(async () => expect((await get(teacher, courseId, id)).body.minutes).toBe(5));
    expect((await get(teacher, courseId, kept.id)).body.minutes).toBe(5);
  });

  it('is part of the student’s data export, and is deleted with the student', async () => {
    const { teacher, courseId, student } = await openSession();
    await set(teacher, courseId, student.id, 10);
    const { token } = student;
    const { body } = await call<PersonalData>(world.url(), 'GET', '/api/sessions/my-data', { token });
    expect(body.records['extraTime']).toMatchObject([{ courseId, minutes: 10 }]);
    const { id, name } = student;
    const erased = { id, name, userType: 'STUDENT' as const, email: '', erased: true, version: 99 };
    await world.bus.publish(createEvent(userChanged, id, erased));
    await eventually(async () =>
      expect(await world.database.collection('extratimes').countDocuments({ studentId: student.id })).toBe(0),
    );
  });
});
