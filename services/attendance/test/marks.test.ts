import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  attendanceRecordSchema,
  DEFAULT_SECURITY_PREFERENCES,
  type AttendanceRecord,
} from '@qr-attendance/contracts';
import { securityChanged, sessionChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { ago, person, startCampus, TRY_AGAIN, type Campus, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const holdClass: Campus['holdClass'] = (...args) => campus.holdClass(...args);
const ask: Campus['ask'] = (...args) => campus.ask(...args);

describe('marking', () => {
  it('continues while all other services are down', async () => {
    const { mark, roster } = await holdClass(1);
    expect(await mark()).toMatchObject({
      status: 201,
      body: { status: 'PRESENT', student: { name: 'Student 0' }, session: { course: { code: 'CS201' } } },
    });
    expect(await roster()).toHaveLength(1);
  });

  it('counts a student once, however often the phone repeats the request', async () => {
    const { mark, roster } = await holdClass(1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => mark()));
    const ids = answers.map(({ body }) => (body as AttendanceRecord)._id);
    expect(new Set(ids).size).toBe(1);
    expect(await roster()).toHaveLength(1);
  });

  it('results in LATE by the server’s clock, whatever the phone claims', async () => {
    const { mark } = await holdClass(1, { startTime: ago(20) });
    expect(await mark(undefined, { status: 'PRESENT' })).toMatchObject({ body: { status: 'LATE' } });
  });

  it('accepts one student per device in a session', async () => {
    const { members, mark, roster } = await holdClass(2);
    const [first, second] = members as [Member, Member];
    await campus.bus.publish(
      createEvent(
        securityChanged,
        second.user.id,
        campus.securityOf(second.user.id, second.device, {
          preferences: { ...DEFAULT_SECURITY_PREFERENCES, requireDeviceVerification: false },
          version: 2,
        }),
      ),
    );
    expect(await mark(first)).toMatchObject({ status: 201 });
    await eventually(async () => {
      expect(await mark({ ...second, device: first.device })).toMatchObject({
        status: 409,
        body: { code: 'device_already_used' },
      });
    });
    expect(await roster()).toHaveLength(1);
  });

  it('computes the distance itself', async () => {
    const { mark } = await holdClass(1, { location: { latitude: 52.5, longitude: 13.4, radius: 100 } });
    expect(await mark()).toMatchObject({ status: 403, body: { code: 'location_required' } });
    const away = { location: { latitude: 52.51, longitude: 13.4, accuracy: 5 } };
    expect(await mark(undefined, away)).toMatchObject({
      status: 403,
      body: { details: { distance: 1112, radius: 100 } },
    });
    const near = { location: { latitude: 52.5003, longitude: 13.4, accuracy: 5 } };
    expect(await mark(undefined, near)).toMatchObject({ status: 201 });
  });

  it('asks the auth service before it rejects a PIN or a device', async () => {
    const { mark, members } = await holdClass(1);
    for (let tries = 0; tries < 3; tries++)
      expect(await mark(undefined, { pin: '0000' })).toMatchObject(TRY_AGAIN);
    const [member] = members as [Member];
    expect(await mark({ ...member, device: createDevice() })).toMatchObject(TRY_AGAIN);
    expect(await mark()).toMatchObject({ status: 201 });
  });

  it('is rejected for an account that was suspended or merged since its token was verified', async () => {
    const heldClass = await campus.holdClass(2);
    const [blocked, other] = heldClass.members as [Member, Member];
    // Another replica stored the suspension; this one reloads its list every few seconds.
    await campus.database.query('UPDATE people SET suspended = true WHERE id = $1', [blocked.user.id]);
    expect(await heldClass.mark(blocked)).toMatchObject({ status: 401, body: { code: 'suspended' } });
    expect((await heldClass.mark(other)).status).toBe(201);
  });

  it('ignores an event with an older version', async () => {
    const { session, mark } = await holdClass(1, { version: 5 });
    await campus.bus.publish(
      createEvent(sessionChanged, session.id, { ...session, active: false, endedAt: ago(1), version: 4 }),
    );
    const [last] = [await holdClass(1)];
    expect(await last.mark()).toMatchObject({ status: 201 });
    expect(await mark()).toMatchObject({ status: 201 });
  });
});

describe('a student’s summary', () => {
  it('contains the mark in a running class, but no one else’s', async () => {
    const { session, members, mark } = await holdClass(2);
    const [marked, other] = [members[0]!.user, members[1]!.user];
    const summaryOf = async (user: typeof marked) => (await ask(user, 'GET', '/api/analytics/summary')).body;
    expect(await summaryOf(marked)).toMatchObject({ activeSessions: 1, runningMarks: [] });
    const { body } = await mark(members[0]);
    const { timestamp, status } = attendanceRecordSchema.parse(body);
    expect(await summaryOf(marked)).toMatchObject({
      activeSessions: 1,
      runningMarks: [{ sessionId: session.id, courseName: expect.any(String), timestamp, status }],
    });
    expect(await summaryOf(other)).toMatchObject({ activeSessions: 1, runningMarks: [] });
    const ended = { ...session, active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    await campus.bus.publish(createEvent(sessionChanged, session.id, ended));
    await eventually(async () =>
      expect(await summaryOf(marked)).toMatchObject({ activeSessions: 0, runningMarks: [] }),
    );
  });
});

describe('the end of a session', () => {
  it('records an absence once for enrolled students without a mark', async () => {
    const { teacher, session, members, mark, roster } = await holdClass(3);
    await mark(members[0]);
    const ended = { ...session, active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    const published = createEvent(sessionChanged, session.id, ended);
    await campus.bus.publish(published);
    await campus.bus.publish({ ...published, id: randomUUID() });
    await eventually(async () => {
      const statuses = (await roster()).map(({ status }) => status).toSorted();
      expect(statuses).toEqual(['ABSENT', 'ABSENT', 'PRESENT']);
    });
    expect(await mark(members[1])).toMatchObject({ status: 409, body: { code: 'session_ended' } });
    expect((await ask(teacher, 'GET', '/api/analytics/summary')).body).toMatchObject({
      attendancePercentage: 33.3,
    });
    const absentee = members[1]?.user ?? teacher;
    expect((await ask(absentee, 'GET', '/api/analytics/summary')).body).toMatchObject({
      attendedSessions: 0,
      totalSessions: 1,
      attendancePercentage: 0,
    });
  });
});

describe('the live roster', () => {
  it('reports a mark only to the teacher', async () => {
    const { teacher, session, mark } = await holdClass(1);
    const path = `/api/attendance/live?sessionId=${session.id}`;
    expect(await ask(person('TEACHER', 'Charles'), 'GET', path)).toMatchObject({ status: 404 });
    const stop = new AbortController();
    const response = await fetch(campus.services.urls.attendance + path, {
      headers: { authorization: `Bearer ${campus.services.tokenFor(teacher)}` },
      signal: stop.signal,
    });
    expect(response.status).toBe(200);
    await mark();
    let heard = '';
    for await (const chunk of response.body!) {
      heard += Buffer.from(chunk).toString();
      if (/event: ?mark[\s\S]*\n\n/.test(heard)) break;
    }
    expect(heard).toContain('Student 0');
    stop.abort();
  });
});

describe('lists', () => {
  it('are paged by cursor without losing or repeating entries, and show students only their own marks', async () => {
    const { teacher, members, mark, session } = await holdClass(5);
    for (const member of members) await mark(member);
    const seen: string[] = [];
    let next: string | undefined = `/api/attendance?sessionId=${session.id}&limit=2`;
    while (next) {
      const response: Response = await fetch(campus.services.urls.attendance + next, {
        headers: { authorization: `Bearer ${campus.services.tokenFor(teacher)}` },
      });
      seen.push(...((await response.json()) as AttendanceRecord[]).map(({ student }) => student.name));
      next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen.toSorted()).toEqual(members.map(({ user }) => user.name).toSorted());
    const own = await ask(members[2]!.user, 'GET', `/api/attendance?sessionId=${session.id}`);
    expect(own.body).toHaveLength(1);
  });
});
