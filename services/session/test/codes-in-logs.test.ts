import { call, eventually, createDevice } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'trace', WRONG_CODES_PER_PERSON: '2' });
  room = createClass(world);
});
afterAll(() => world.close());

const statusesLogged = () =>
  new Set(
    world
      .log()
      .split('\n')
      .map((line) => (JSON.parse(line) as { status?: number }).status),
  );

describe('the logs of the session service', () => {
  it('never contain a code, ticket, scan or token, however a request ends', async () => {
    const teacher = world.people.teacher();
    const student = world.people.student();
    const device = createDevice();
    const courseId = room.giveCourse(teacher);
    const secrets: string[] = [teacher.token, student.token];
    const open = async () => {
      const { body } = await room.create(teacher, room.newSession(courseId));
      secrets.push(body.qrCode ?? '');
      return { id: body._id, code: body.qrCode ?? '' };
    };

    const { id, code } = await open();
    await room.age(id, 3);
    const { body: fresh } = await room.refresh(teacher, id);
    const { body: verified } = await room.verify(student, code);
    const { body: scanned } = await room.scan(code, device);
    const { body: redeemed } = await room.redeem(student, scanned.scan, device);
    secrets.push(fresh.qrCode, verified.ticket, scanned.scan, redeemed.ticket);

    // Causes the responses 403, 404 and 429 with wrong codes, wrong scans and another student's correct scan.
    expect((await room.redeem(student, scanned.scan, createDevice())).status).toBe(403);
    await room.end(teacher, id);
    expect((await room.verify(student, code)).status).toBe(404);
    expect((await room.verify(student, fresh.qrCode)).status).toBe(429);
    expect((await room.scan(fresh.qrCode, device)).status).toBe(404);

    const { token } = world.people.student();
    for (const [method, path] of [
      ['POST', `/api/sessions/verify/${code}`],
      ['GET', `/api/sessions/verify/${code}/more`],
      ['GET', `/api/sessions/VERIFY/${code}`],
      ['GET', `/api/sessions/verify//${code}`],
      ['GET', `/api/sessions/verify%2F${code}`],
      ['GET', `/api/sessions/%76erify/${code}/more`],
      ['GET', `/api/sessions/verify/${code}%zz`],
      ['GET', `/attendance/${code}?code=${code}`],
    ] as const)
      expect((await call(world.url(), method, path, { token })).status).toBeGreaterThanOrEqual(400);
    await call(world.url(), 'GET', `/api/sessions/verify/${code}`);
    await call(world.url(), 'POST', '/api/sessions/scans', { body: `{"code": "${code}", ` });

    const broken = await open();
    const sessions = world.database.collection('sessions');
    const _id = new mongoose.Types.ObjectId(broken.id);
    await sessions.updateOne({ _id }, { $set: { startTime: 'damaged' } });
    expect((await room.verify(world.people.student(), broken.code)).status).toBe(500);

    await eventually(() => {
      for (const status of [200, 201, 400, 401, 403, 404, 429, 500])
        expect([...statusesLogged()]).toContain(status);
    });
    expect(secrets.filter((secret) => !secret)).toEqual([]);
    const log = world.log().toUpperCase();
    expect(secrets.filter((secret) => log.includes(secret.toUpperCase()))).toEqual([]);
    expect(log).not.toContain('13.405');
  });
});
