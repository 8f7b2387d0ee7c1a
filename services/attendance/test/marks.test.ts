import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type AttendanceRecord } from '@qr-attendance/contracts';
import {
  courseChanged,
  enrolmentChanged,
  securityChanged,
  sessionChanged,
  userChanged,
  type SessionChanged,
} from '@qr-attendance/contracts/events';
import { startServices, type TestServices, type TestUser } from '@qr-attendance/local-stack';
import {
  connectPostgresEventBus,
  createLogger,
  makeEvent,
  makePinVerifier,
  type EventBus,
} from '@qr-attendance/service-kit';
import { eventually } from '@qr-attendance/service-kit/testing';

let services: TestServices;
let bus: EventBus;
beforeAll(async () => {
  // Alone: auth, course and session are down, and every fact comes by event.
  services = await startServices(['attendance']);
  bus = await connectPostgresEventBus({
    url: services.databases.events,
    log: createLogger('test', 'silent'),
  });
});
afterAll(async () => {
  await bus.close();
  await services.stop();
});

const PIN = '2468';
const objectId = () => randomBytes(12).toString('hex');
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const ask = async (user: TestUser, method: string, path: string, body?: unknown) => {
  const response = await fetch(services.urls.attendance + path, {
    method,
    headers: { authorization: `Bearer ${services.tokenFor(user)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as never };
};
const person = (userType: TestUser['userType'], name: string): TestUser => ({
  id: randomUUID(),
  userType,
  name,
});

/** A class as the other services would tell of it, with students who each have a PIN and a device. */
const holdClass = async (students: number, changes: Partial<SessionChanged> = {}) => {
  const teacher = person('TEACHER', 'Ada');
  const course = {
    id: objectId(),
    name: 'Algorithms',
    code: 'CS201',
    semester: 3,
    teacherId: teacher.id,
    version: 1,
  };
  const session: SessionChanged = {
    id: objectId(),
    courseId: course.id,
    teacherId: teacher.id,
    date: ago(0).slice(0, 10),
    startTime: ago(5),
    active: true,
    lateAfterMinutes: 10,
    version: 1,
    ...changes,
  };
  const members = Array.from({ length: students }, (_member, index) => ({
    user: person('STUDENT', `Student ${index}`),
    deviceId: randomUUID(),
  }));
  await bus.publish(makeEvent(courseChanged, course.id, course));
  for (const { user, deviceId } of members) {
    const { id, name, userType } = user;
    const changed = { id, name, userType, email: `${id}@campus.example`, version: 1 };
    await bus.publish(makeEvent(userChanged, id, changed));
    const security = {
      studentId: id,
      preferences: DEFAULT_SECURITY_PREFERENCES,
      deviceIds: [deviceId],
      pinVerifier: makePinVerifier(services.secrets.pinPepper, PIN),
      version: 1,
    };
    await bus.publish(makeEvent(securityChanged, id, security));
    const enrolment = {
      id: objectId(),
      courseId: course.id,
      studentId: id,
      active: true,
      enrolledAt: ago(60),
      version: 1,
    };
    await bus.publish(makeEvent(enrolmentChanged, enrolment.id, enrolment));
  }
  await bus.publish(makeEvent(sessionChanged, session.id, session));
  await eventually(async () => {
    const summary = await ask(teacher, 'GET', '/api/analytics/summary');
    expect(summary.body).toMatchObject({ totalStudents: students, totalSessions: 1 });
  });

  const mark = ({ user, deviceId } = members[0]!, more: object = {}) =>
    ask(user, 'POST', '/api/attendance', {
      ticket: services.ticketFor({ userId: user.id, sessionId: session.id, courseId: course.id }),
      pin: PIN,
      deviceId,
      ...more,
    });
  const roster = async () =>
    (await ask(teacher, 'GET', `/api/attendance?sessionId=${session.id}`)).body as AttendanceRecord[];
  return { teacher, course, session, members, mark, roster };
};

/** The owners are down, so wherever a refusal would rest on a projection alone the answer is "try again". */
const TRY_AGAIN = { status: 503, body: { code: 'try_again' } };

describe('marking', () => {
  it('goes on while every other service is down', async () => {
    const { mark, roster } = await holdClass(1);
    expect(await mark()).toMatchObject({
      status: 201,
      body: { status: 'PRESENT', student: { name: 'Student 0' }, session: { course: { code: 'CS201' } } },
    });
    expect(await roster()).toHaveLength(1);
  });

  it('counts a student once, however often the phone repeats itself', async () => {
    const { mark, roster } = await holdClass(1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => mark()));
    const ids = answers.map(({ body }) => (body as AttendanceRecord)._id);
    expect(new Set(ids).size).toBe(1);
    expect(await roster()).toHaveLength(1);
  });

  it('is LATE by the server’s clock, whatever the phone claims', async () => {
    const { mark } = await holdClass(1, { startTime: ago(20) });
    expect(await mark(undefined, { status: 'PRESENT' })).toMatchObject({ body: { status: 'LATE' } });
  });

  it('lets one device serve one student in a session', async () => {
    const { members, mark, roster } = await holdClass(2);
    const [first, second] = members as [(typeof members)[0], (typeof members)[0]];
    await bus.publish(
      makeEvent(securityChanged, second.user.id, {
        studentId: second.user.id,
        preferences: { ...DEFAULT_SECURITY_PREFERENCES, requireDeviceVerification: false },
        deviceIds: [],
        pinVerifier: makePinVerifier(services.secrets.pinPepper, PIN),
        version: 2,
      }),
    );
    expect(await mark(first)).toMatchObject({ status: 201 });
    await eventually(async () => {
      expect(await mark({ ...second, deviceId: first.deviceId })).toMatchObject({
        status: 409,
        body: { code: 'device_already_used' },
      });
    });
    expect(await roster()).toHaveLength(1);
  });

  it('measures the distance itself', async () => {
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

  it('asks the owner before it refuses for a PIN or a device, and counts nothing while the owner is silent', async () => {
    const { mark } = await holdClass(1);
    for (let tries = 0; tries < 6; tries++)
      expect(await mark(undefined, { pin: '0000' })).toMatchObject(TRY_AGAIN);
    expect(await mark(undefined, { deviceId: randomUUID() })).toMatchObject(TRY_AGAIN);
    expect(await mark()).toMatchObject({ status: 201 });
  });

  it('takes an older event for what it is', async () => {
    const { session, mark } = await holdClass(1, { version: 5 });
    await bus.publish(
      makeEvent(sessionChanged, session.id, { ...session, active: false, endedAt: ago(1), version: 4 }),
    );
    const [last] = [await holdClass(1)];
    expect(await last.mark()).toMatchObject({ status: 201 });
    expect(await mark()).toMatchObject({ status: 201 });
  });
});

describe('the end of a session', () => {
  it('marks those absent who were enrolled and have no mark, once', async () => {
    const { teacher, session, members, mark, roster } = await holdClass(3);
    await mark(members[0]);
    const ended = { ...session, active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    const told = makeEvent(sessionChanged, session.id, ended);
    await bus.publish(told);
    await bus.publish({ ...told, id: randomUUID() });
    await eventually(async () => {
      const statuses = (await roster()).map(({ status }) => status).toSorted();
      expect(statuses).toEqual(['ABSENT', 'ABSENT', 'PRESENT']);
    });
    expect(await mark(members[1])).toMatchObject({ status: 403, body: { code: 'session_ended' } });
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
  it('tells the teacher of a mark, and nobody else', async () => {
    const { teacher, session, mark } = await holdClass(1);
    const path = `/api/attendance/live?sessionId=${session.id}`;
    expect(await ask(person('TEACHER', 'Charles'), 'GET', path)).toMatchObject({ status: 404 });
    const stop = new AbortController();
    const response = await fetch(services.urls.attendance + path, {
      headers: { authorization: `Bearer ${services.tokenFor(teacher)}` },
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
  it('page by cursor without losing or repeating anyone, and show a student only own marks', async () => {
    const { teacher, members, mark, session } = await holdClass(5);
    for (const member of members) await mark(member);
    const seen: string[] = [];
    let next: string | undefined = `/api/attendance?sessionId=${session.id}&limit=2`;
    while (next) {
      const response: Response = await fetch(services.urls.attendance + next, {
        headers: { authorization: `Bearer ${services.tokenFor(teacher)}` },
      });
      seen.push(...((await response.json()) as AttendanceRecord[]).map(({ student }) => student.name));
      next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen.toSorted()).toEqual(members.map(({ user }) => user.name).toSorted());
    const own = await ask(members[2]!.user, 'GET', `/api/attendance?sessionId=${session.id}`);
    expect(own.body).toHaveLength(1);
  });
});
