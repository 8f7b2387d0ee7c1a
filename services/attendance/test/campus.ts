import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  OPEN_POLICY,
  type AttendanceRecord,
  type StaffMember,
  type StudentSecurity,
} from '@qr-attendance/contracts';
import {
  courseChanged,
  membershipChanged,
  securityChanged,
  sessionChanged,
  userChanged,
  type CourseChanged,
  type MembershipChanged,
  type SessionChanged,
  type SessionRevision,
} from '@qr-attendance/contracts/events';
import { connectPostgresEventBus, createEvent } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { createPinVerifier, readPeppers } from '@qr-attendance/server';
import {
  eventually,
  createDevice,
  someone,
  startServices,
  type TestDevice,
  type TestUser,
} from '@qr-attendance/test-kit';
import pg from 'pg';
import { startOwner } from './stand-in-owner.ts';

export const PIN = '2468';
export const objectId = () => randomBytes(12).toString('hex');
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
export const person = someone;

type MembershipToPublish = Omit<MembershipChanged, 'periods'> & Partial<Pick<MembershipChanged, 'periods'>>;

/** The owners are unavailable, so a mark that would be rejected because of a projection gets "try again". */
export const TRY_AGAIN = { status: 503, body: { code: 'try_again' } };

/**
 * Starts only the attendance service by default: facts arrive as events, and the other services are
 * unreachable. A stand-in for the session service returns the last published state of each session.
 */
export const startCampus = async (
  options: Parameters<typeof startServices>[1] = {},
  names: Parameters<typeof startServices>[0] = ['attendance'],
) => {
  const sessionOwner = await startOwner();
  const urls = { session: sessionOwner.url, ...options.urls };
  const services = await startServices(names, names.includes('session') ? options : { ...options, urls });
  const bus = await connectPostgresEventBus({ url: services.busUrl, log: createLogger('test', 'silent') });

  const database = new pg.Pool({ connectionString: services.databases.attendance, max: 2 });
  database.on('error', () => {});

  const call = (
    user: TestUser,
    method: string,
    path: string,
    body?: unknown,
    headers: object = {},
    signal: AbortSignal | null = null,
  ) =>
    fetch(services.urls.attendance + path, {
      method,
      headers: {
        authorization: `Bearer ${services.tokenFor(user)}`,
        'content-type': 'application/json',
        ...headers,
      },
      signal,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const ask = async (...args: Parameters<typeof call>) => {
    const response = await call(...args);
    return { status: response.status, body: (await response.json()) as never };
  };

  const peppers = readPeppers({ PIN_PEPPER: services.secrets.pinPepper, PIN_PEPPER_VERSION: 1 });
  const securityOf = (
    studentId: string,
    { deviceId, publicKey: key }: Pick<TestDevice, 'deviceId' | 'publicKey'>,
    changes: Partial<StudentSecurity> = {},
  ): StudentSecurity => ({
    studentId,
    preferences: DEFAULT_SECURITY_PREFERENCES,
    devices: [{ deviceId, key, countsFrom: ago(60) }],
    pinVerifier: createPinVerifier(peppers, PIN),
    passkeys: [],
    waitingPasskeys: [],
    selfieConsent: true,
    version: 1,
    ...changes,
  });

  const publishStaff = async (
    course: CourseChanged,
    roles: [TestUser, role: string, terms?: Pick<StaffMember, 'from' | 'until' | 'sectionIds'>][],
    version: number,
  ): Promise<void> => {
    const staff = roles.map(([{ id: userId }, role, terms]) => ({
      userId,
      role,
      addedBy: course.teacherId,
      addedAt: ago(0),
      ...terms,
    }));
    await bus.publish(createEvent(courseChanged, course.id, { ...course, staff, version }));
    await eventually(async () => {
      const { rows } = await database.query('SELECT version FROM courses WHERE id = $1', [course.id]);
      expect(rows).toEqual([{ version }]);
    });
  };

  const publishMembership = (enrollment: MembershipToPublish) => {
    const { courseId: sectionId, enrolledAt: began, endedAt: ended, studentId: by } = enrollment;
    const end = ended && { ended, end: { how: 'LEFT' as const, recordedAt: ended, by } };
    const periods = [{ sectionId, began, recordedAt: began, by, voided: false, ...end }];
    return bus.publish(createEvent(membershipChanged, enrollment.id, { periods, ...enrollment }));
  };

  /** The revisions of each session, as the session service would publish them. */
  const revisionsOf = new Map<string, SessionRevision[]>();
  const changeOf = (
    session: SessionChanged,
    before: SessionChanged | undefined,
  ): SessionRevision['change'] => {
    if (!before) return 'created';
    if (session.canceledAt && !before.canceledAt) return 'canceled';
    if (session.active ? !before.active : before.canceledAt && !session.canceledAt) return 'reopened';
    if (!session.active && before.active) return 'ended';
    return session.held && !before.held ? 'confirmed' : 'edited';
  };
  const lastPublished = new Map<string, SessionChanged>();
  const publishSession = async (session: SessionChanged): Promise<void> => {
    const before = lastPublished.get(session.id);
    const { date, startTime, endTime, lateAfterMinutes, sections } = session;
    const revisions = revisionsOf.get(session.id) ?? [];
    if (!before || before.version < session.version) {
      revisions.push({
        at: before ? ago(0) : startTime,
        by: session.teacherId,
        change: changeOf(session, before),
        date,
        startTime,
        ...(endTime && { endTime }),
        lateAfterMinutes,
        ...(sections && { sections }),
      });
      lastPublished.set(session.id, session);
      revisionsOf.set(session.id, revisions);
    }
    const published = { ...session, ...(session.revisions.length === 0 && { revisions: [...revisions] }) };
    sessionOwner.answers.set(`/internal/sessions/${session.id}`, published);
    await bus.publish(createEvent(sessionChanged, session.id, published));
  };

  const enroll = async (courseId: string, user: TestUser, security: StudentSecurity) => {
    const { id, name, userType } = user;
    const changed = { id, name, userType, email: `${id}@campus.example`, version: 1 };
    const enrollment = {
      id: objectId(),
      courseId,
      studentId: id,
      active: true,
      enrolledAt: ago(60),
      version: 1,
    };
    await Promise.all([
      bus.publish(createEvent(userChanged, id, changed)),
      bus.publish(createEvent(securityChanged, id, security)),
      publishMembership(enrollment),
    ]);
    return enrollment;
  };

  const erase = ({ id, userType }: TestUser) =>
    bus.publish(
      createEvent(userChanged, id, {
        id,
        userType,
        name: 'Erased',
        email: 'erased@invalid.example',
        suspended: true,
        erased: true,
        version: 9,
      }),
    );

  const holdClass = async (
    students: number | string[],
    changes: Partial<SessionChanged> = {},
    securityChanges: Partial<StudentSecurity> = {},
  ) => {
    const teacher = person('TEACHER', 'Ada');
    const id = objectId();
    const course = {
      id,
      sections: [{ id, name: '1' }],
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
      held: true,
      policy: OPEN_POLICY,
      revisions: [],
      version: 1,
      ...changes,
    };
    const names =
      typeof students === 'number'
        ? Array.from({ length: students }, (_student, index) => `Student ${index}`)
        : students;
    const members = names.map((name) => ({ user: person('STUDENT', name), device: createDevice() }));
    // The events are published together to share round trips.
    await Promise.all([
      bus.publish(createEvent(courseChanged, course.id, course)),
      ...members.map(({ user, device }) =>
        enroll(course.id, user, securityOf(user.id, device, securityChanges)),
      ),
      publishSession(session),
    ]);
    await eventually(async () => {
      const summary = await ask(teacher, 'GET', '/api/analytics/summary');
      expect(summary.body).toMatchObject({ totalStudents: members.length, totalSessions: 1 });
      const { rows } = await database.query<{ known: number }>(
        `SELECT count(*)::int AS known FROM people JOIN student_security ON student_id = id WHERE id = ANY($1)`,
        [members.map(({ user }) => user.id)],
      );
      expect(rows[0]?.known).toBe(members.length);
    });

    const scanAgain = ({ user }: { user: TestUser }) =>
      services.ticketFor({ userId: user.id, sessionId: session.id, courseId: course.id });
    const tickets = new Map<string, string>();
    const ticketOf = (member: { user: TestUser }) => {
      const ticket = tickets.get(member.user.id) ?? scanAgain(member);
      tickets.set(member.user.id, ticket);
      return ticket;
    };
    const mark = (member = members[0]!, more: object = {}, headers: object = {}) => {
      const { deviceId, publicKey: deviceKey } = member.device;
      const body = JSON.stringify({ ticket: ticketOf(member), pin: PIN, deviceId, deviceKey, ...more });
      const signed = { ...member.device.headersFor(body), ...headers };
      return ask(member.user, 'POST', '/api/attendance', body, signed);
    };
    const roster = async () =>
      (await ask(teacher, 'GET', `/api/attendance?sessionId=${session.id}`)).body as AttendanceRecord[];
    return { teacher, course, session, members, scanAgain, ticketOf, mark, roster };
  };

  return {
    services,
    bus,
    publishSession,
    publishMembership,
    publishStaff,
    sessionOwner,
    /** For states that take too long to create through the API, such as thousands of marks. */
    database,
    call,
    ask,
    enroll,
    erase,
    securityOf,
    holdClass,
    metricsUrl: () =>
      eventually(async () => {
        const log = await readFile(join(services.logDir, 'attendance.log'), 'utf8');
        const [, line = '{}'] = /^(.*"msg":"metrics listening".*)$/m.exec(log) ?? [];
        const { port } = JSON.parse(line) as { port?: number };
        expect(port).toEqual(expect.any(Number));
        return `http://127.0.0.1:${port}/metrics`;
      }),
    stop: async () => {
      await database.end();
      await bus.close();
      await services.stop();
      sessionOwner.stop();
    },
  };
};
export type Campus = Awaited<ReturnType<typeof startCampus>>;
export type HeldClass = Awaited<ReturnType<Campus['holdClass']>>;
export type Member = HeldClass['members'][number];
