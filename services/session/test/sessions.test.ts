import type { Session } from '@qr-attendance/contracts';
import { call, eventually, nextPage, type Person } from '@qr-attendance/test-kit';
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

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const hidden = ['qrCode', 'codeExpiresAt', 'refreshInterval', 'location', 'policy'];
const noSession = { status: 404, body: { error: 'Session not found' } };

describe('a teacher', () => {
  it('creates a session of their own course, with a location only if it is checked', async () => {
    const { teacher, courseId, session } = await room.open();
    expect(session).toMatchObject({
      course: { _id: courseId, name: 'Algorithms', code: 'CS201' },
      teacher: { _id: teacher.id, name: teacher.name },
      active: true,
      attendanceCount: 0,
      lateAfterMinutes: 10,
      refreshInterval: 30,
      location: { latitude: 52.52, longitude: 13.405, radius: 50 },
      date: '2026-09-14',
    });
    expect(session).not.toHaveProperty('endTime');
    const { session: anywhere } = await room.open({ useLocation: false });
    expect(anywhere).not.toHaveProperty('location');
  });

  it('cannot create a session for another teacher’s course or an unknown course', async () => {
    const other = room.giveCourse(world.people.teacher());
    for (const courseId of [other, newId()]) {
      const answer = await room.create(world.people.teacher(), room.newSession(courseId));
      expect(answer).toMatchObject({ status: 404, body: { error: 'Course not found' } });
    }
    expect(await world.database.collection('sessions').countDocuments({ courseId: other })).toBe(0);
  });

  it("cannot see, end or refresh another teacher's session", async () => {
    const { teacher, id } = await room.open();
    const other = world.people.teacher();
    expect(await room.get(other, id)).toMatchObject(noSession);
    expect(await room.end(other, id)).toMatchObject(noSession);
    expect(await room.refresh(other, id)).toMatchObject(noSession);
    expect(await room.get(other, newId())).toMatchObject(noSession);
    expect((await room.list(other)).body).toEqual([]);
    expect((await room.get(teacher, id)).body.active).toBe(true);
  });

  it("ends a session once, by the server's clock, even if the request is repeated", async () => {
    const { teacher, id } = await room.open({ endTime: soon(3_600_000), startTime: soon(-60_000) });
    const before = Date.now();
    const [first, second] = await Promise.all([
      room.end(teacher, id, '2030-01-01T00:00:00.000Z'),
      room.end(teacher, id),
    ]);
    const endTime = Date.parse(first.body.endTime ?? '');
    expect(endTime).toBeGreaterThanOrEqual(before);
    expect(endTime).toBeLessThanOrEqual(Date.now());
    expect(first.body.active).toBe(false);
    expect(second.body).toEqual(first.body);
    expect((await room.end(teacher, id)).body).toEqual(first.body);
    expect((await room.get(teacher, id)).body).toEqual(first.body);
  });

  it('lists their own sessions newest first, page by page, even with equal start times', async () => {
    const teacher = world.people.teacher();
    const courseId = room.giveCourse(teacher);
    const hours = ['08', '09', '09', '09', '10'];
    for (const hour of hours)
      await room.create(teacher, room.newSession(courseId, { startTime: `2026-09-14T${hour}:00:00.000Z` }));
    const seen: Session[] = [];
    let path: string | undefined = '/api/sessions?limit=2';
    while (path !== undefined) {
      const { body, headers }: { body: Session[]; headers: Headers } = await call<Session[]>(
        world.url(),
        'GET',
        path,
        { token: teacher.token },
      );
      seen.push(...body);
      path = nextPage(headers);
    }
    expect(seen.map(({ startTime }) => startTime.slice(11, 13))).toEqual(hours.toReversed());
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(5);
  });

  it('lists sessions that start within a range, optionally oldest first, page by page', async () => {
    const teacher = world.people.teacher();
    const courseId = room.giveCourse(teacher);
    const hours = ['08', '09', '09', '10', '11'];
    for (const hour of hours)
      await room.create(teacher, room.newSession(courseId, { startTime: `2026-09-14T${hour}:00:00.000Z` }));
    const seen: Session[] = [];
    let path: string | undefined =
      '/api/sessions?order=oldest&limit=2&from=2026-09-14T09:00:00Z&to=2026-09-14T10:00:00Z';
    while (path !== undefined) {
      const answer: { body: Session[]; headers: Headers } = await call<Session[]>(world.url(), 'GET', path, {
        token: teacher.token,
      });
      seen.push(...answer.body);
      path = nextPage(answer.headers);
    }
    expect(seen.map(({ startTime }) => startTime.slice(11, 13))).toEqual(['09', '09', '10']);
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(3);
    const { body } = await room.list(teacher, '?from=2026-09-14T10:00:00Z');
    expect(body.map(({ startTime }) => startTime.slice(11, 13))).toEqual(['11', '10']);
    const newest = await room.list(teacher, '?to=2026-09-14T09:00:00Z');
    expect(newest.body.map(({ startTime }) => startTime.slice(11, 13))).toEqual(['09', '09', '08']);
    for (const query of ['?from=yesterday', '?order=random'])
      expect((await room.list(teacher, query)).status).toBe(400);
  });

  it('lists sessions by course and by whether they are active', async () => {
    const { teacher, id, courseId } = await room.open();
    const otherCourse = room.giveCourse(teacher, 'Logic');
    const { body: other } = await room.create(teacher, room.newSession(otherCourse));
    await room.end(teacher, other._id);
    const ids = async (query: string) => (await room.list(teacher, query)).body.map(({ _id }) => _id);
    expect(await ids(`?courseId=${courseId}`)).toEqual([id]);
    expect(await ids('?active=true')).toEqual([id]);
    expect(await ids('?active=false')).toEqual([other._id]);
    expect(await ids(`?active=true&courseId=${otherCourse}`)).toEqual([]);
  });
});

describe('a session with an end time', () => {
  it('ends at that time, and its codes are rejected from then', async () => {
    const end = soon(10_000);
    const { teacher, id, session } = await room.open({ startTime: soon(-60_000), endTime: end });
    const student = world.people.student();
    await eventually(async () => {
      expect((await room.get(teacher, id)).body).toMatchObject({ active: false, endTime: end });
    });
    expect((await room.verify(student, session.qrCode)).status).toBe(404);
    expect((await room.list(teacher, '?active=true')).body).toEqual([]);
    expect((await room.refresh(teacher, id)).status).toBe(409);
    await eventually(() => {
      const states = world.lastSeen(id).map(({ session: { active, endedAt } }) => ({ active, endedAt }));
      expect(states.at(-1)).toEqual({ active: false, endedAt: end });
    });
    expect((await room.end(teacher, id)).body.endTime).toBe(end);
  });

  it('is returned as ended to other services from that time', async () => {
    const end = soon(300);
    const { id } = await room.open({ startTime: soon(-60_000), endTime: end });
    await eventually(async () => {
      const { body } = await call(world.url(), 'GET', `/internal/sessions/${id}`, {
        token: world.internalToken,
      });
      expect(body).toMatchObject({ id, active: false, endedAt: end, version: 2 });
    });
  });

  it('is ended only once by several replicas', async () => {
    const replica = await world.startReplica();
    const { id } = await room.open({ startTime: soon(-60_000), endTime: soon(200) });
    await eventually(() => expect(world.lastSeen(id).at(-1)?.session.active).toBe(false));
    await replica.stop();
    const ends = world.lastSeen(id).filter(({ session }) => !session.active);
    expect(new Set(ends.map(({ session }) => `${session.endedAt} ${session.version}`)).size).toBe(1);
    expect(world.lastSeen(id).at(-1)?.session.version).toBe(2);
  });
});

describe('a student', () => {
  const enrolled = (courseId: string): Person => {
    const student = world.people.student();
    room.giveEnrollment(student, courseId);
    return student;
  };

  it('sees a session of their own course without its code and location', async () => {
    const { id, courseId } = await room.open();
    const student = enrolled(courseId);
    const { status, body } = await room.get(student, id);
    expect(status).toBe(200);
    for (const field of hidden) expect(body).not.toHaveProperty(field);
    const { body: seen } = await room.list(student);
    expect(seen).toEqual([body]);
  });

  it('does not see sessions of other courses', async () => {
    const { id, courseId } = await room.open();
    const stranger = world.people.student();
    expect(await room.get(stranger, id)).toMatchObject(noSession);
    expect((await room.list(stranger)).body).toEqual([]);
    expect((await room.list(stranger, `?courseId=${courseId}`)).body).toEqual([]);
  });

  it('cannot create, end or refresh a session', async () => {
    const { id, courseId, teacher } = await room.open();
    const student = enrolled(courseId);
    expect((await room.create(student, room.newSession(courseId))).status).toBe(403);
    expect((await room.end(student, id)).status).toBe(403);
    expect((await room.refresh(student, id)).status).toBe(403);
    expect((await room.get(teacher, id)).body.active).toBe(true);
  });
});
