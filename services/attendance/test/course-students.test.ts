import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GRID_SESSIONS_LIMIT, type CourseGrid, type CourseStudent } from '@qr-attendance/contracts';
import { courseGridSchema, courseStudentSchema } from '@qr-attendance/contracts';
import { sessionChanged, userChanged, type SessionChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, type TestUser } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus, type HeldClass } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const gridPath = ({ course }: Pick<HeldClass, 'course'>, query = '') =>
  `/api/analytics/courses/${course.id}/grid${query}`;
const studentPath = ({ course }: Pick<HeldClass, 'course'>, user: Pick<TestUser, 'id'>) =>
  `/api/analytics/courses/${course.id}/students/${user.id}`;
const gridOf = async (heldClass: HeldClass, query = ''): Promise<CourseGrid> => {
  const { status, body } = await campus.ask(heldClass.teacher, 'GET', gridPath(heldClass, query));
  expect(status).toBe(200);
  return courseGridSchema.parse(body);
};
const studentOf = async (heldClass: HeldClass, user: TestUser): Promise<CourseStudent> => {
  const { status, body } = await campus.ask(heldClass.teacher, 'GET', studentPath(heldClass, user));
  expect(status).toBe(200);
  return courseStudentSchema.parse(body);
};
const end = async ({ session }: HeldClass, version = 2) => {
  const ended = { ...session, active: false, endTime: ago(0), endedAt: ago(0), version };
  await campus.bus.publish(createEvent(sessionChanged, session.id, ended));
};
const seedSessions = async (
  { course, teacher }: HeldClass,
  count: number,
  over: Partial<SessionChanged> = {},
) => {
  const sessions = Array.from({ length: count }, (_one, index): SessionChanged => {
    const startTime = ago(24 * 60 * (count - index));
    return {
      id: objectId(),
      courseId: course.id,
      teacherId: teacher.id,
      startTime,
      date: startTime.slice(0, 10),
      active: false,
      endedAt: startTime,
      lateAfterMinutes: 10,
      version: 1,
      ...over,
    } as SessionChanged;
  });
  await campus.database.query(
    `INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at,
                           late_after_minutes, policy, version, canceled_at)
     SELECT s.id, $2, $3, s.date, s.start, $4, CASE WHEN NOT $4 THEN s.start END, 10, '{}', 1, $5
       FROM jsonb_to_recordset($1) AS s (id text, date date, start timestamptz)`,
    [
      JSON.stringify(sessions.map(({ id, date, startTime }) => ({ id, date, start: startTime }))),
      course.id,
      teacher.id,
      over.active ?? false,
      over.canceledAt ?? null,
    ],
  );
  return sessions;
};
const review = ({ teacher }: HeldClass, markId: string, body: object) =>
  campus.ask(teacher, 'POST', `/api/attendance/${markId}/review`, body);

describe("a course's grid", () => {
  it('contains each student’s status in each session that has begun, and the rate', async () => {
    const heldClass = await campus.holdClass(['Grace', 'Alan', 'Edsger']);
    await heldClass.mark(heldClass.members[0]);
    await heldClass.mark(heldClass.members[1]);
    await end(heldClass);
    await eventually(async () => expect((await gridOf(heldClass)).students[1]?.statuses).toEqual(['ABSENT']));
    const running = { ...heldClass.session, id: objectId(), startTime: ago(1), version: 1 };
    const scheduled = { ...running, id: objectId(), startTime: ago(-60) };
    const canceled = { ...running, id: objectId(), active: false, endedAt: ago(0), canceledAt: ago(0) };
    for (const session of [running, scheduled, canceled]) await campus.publishSession(session);
    await eventually(async () => expect((await gridOf(heldClass)).sessions).toHaveLength(2));
    const body = {
      sessionId: running.id,
      status: 'LATE',
      students: [{ studentId: heldClass.members[0]!.user.id }],
    };
    await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body);
    const { sessions, students, olderSessions } = await gridOf(heldClass);
    expect(sessions).toMatchObject([
      { _id: running.id, active: true },
      { _id: heldClass.session.id, active: false, endedAt: expect.any(String) },
    ]);
    expect(sessions[0]).not.toHaveProperty('endedAt');
    expect(olderSessions).toBeUndefined();
    expect(students).toMatchObject([
      { student: { name: 'Alan' }, statuses: [null, 'PRESENT'], present: 1, attendancePercentage: 100 },
      { student: { name: 'Edsger' }, statuses: [null, 'ABSENT'], absent: 1, attendancePercentage: 0 },
      { student: { name: 'Grace' }, statuses: ['LATE', 'PRESENT'], late: 0, attendancePercentage: 100 },
    ]);
  });

  it('is paged by student, with the same sessions on each page', async () => {
    const heldClass = await campus.holdClass(['Ada', 'Ada', 'Bea', 'Cy', 'Zoë']);
    const seen: string[] = [];
    let next: string | undefined = gridPath(heldClass, '?limit=2');
    while (next) {
      const response: Response = await campus.call(heldClass.teacher, 'GET', next);
      const { students, sessions } = courseGridSchema.parse(await response.json());
      expect(sessions).toMatchObject([{ _id: heldClass.session.id }]);
      seen.push(...students.map(({ student }) => student._id));
      next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('contains a limited number of sessions, and older sessions on request', async () => {
    const heldClass = await campus.holdClass(1);
    const older = await seedSessions(heldClass, GRID_SESSIONS_LIMIT + 5);
    await seedSessions(heldClass, 3, { canceledAt: ago(10) });
    const first = await gridOf(heldClass);
    expect(first.sessions).toHaveLength(GRID_SESSIONS_LIMIT);
    expect(first.sessions[0]?._id).toBe(heldClass.session.id);
    expect(first.students[0]?.statuses).toHaveLength(GRID_SESSIONS_LIMIT);
    const second = await gridOf(heldClass, `?sessions=${first.olderSessions}`);
    expect(second.olderSessions).toBeUndefined();
    const ids = [...first.sessions, ...second.sessions].map(({ _id }) => _id);
    expect(ids).toEqual([heldClass.session.id, ...older.map(({ id }) => id).toReversed()]);
    expect(second.students[0]?.statuses).toHaveLength(second.sessions.length);
  });

  it('finds students by words without accents, by USN and by registration number', async () => {
    const heldClass = await campus.holdClass(['José Álvarez', 'Łukasz']);
    const [{ user }] = heldClass.members as [HeldClass['members'][number]];
    const numbers = { usn: '1QR21CS007', regNo: 'Reg-7' };
    await campus.bus.publish(
      createEvent(userChanged, user.id, {
        id: user.id,
        name: user.name,
        email: 'a@campus.example',
        userType: 'STUDENT' as const,
        suspended: false,
        erased: false,
        version: 2,
        ...numbers,
      }),
    );
    const find = async (search: string) =>
      (await gridOf(heldClass, `?search=${encodeURIComponent(search)}`)).students.map(
        ({ student }) => student,
      );
    await eventually(async () => expect(await find('1qr21cs007')).toMatchObject([numbers]));
    expect(await find('alvarez reg-7')).toHaveLength(1);
    expect(await find('LUKASZ')).toMatchObject([{ name: 'Łukasz' }]);
    expect(await find('nobody')).toEqual([]);
  });

  it('is empty for a course without students or sessions', async () => {
    const heldClass = await campus.holdClass(0, { startTime: ago(-30) });
    expect(await gridOf(heldClass)).toEqual({ sessions: [], students: [] });
  });

  it.each([
    ['?limit=501', 'limit'],
    ['?search=%00', 'search'],
    [`?sessions=${'x'.repeat(201)}`, 'sessions'],
  ])('rejects %s and names the field', async (query, field) => {
    const heldClass = await campus.holdClass(0);
    expect(await campus.ask(heldClass.teacher, 'GET', gridPath(heldClass, query))).toMatchObject({
      status: 400,
      body: { details: { fields: { [field]: expect.any(String) } } },
    });
  });

  it.each(['cursor', 'sessions'])('rejects a %s that it did not issue', async (name) => {
    const heldClass = await campus.holdClass(0);
    for (const position of [['x'], ['x', 'y'], ["'; DROP TABLE marks; --", objectId()]]) {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      expect(
        await campus.ask(heldClass.teacher, 'GET', gridPath(heldClass, `?${name}=${cursor}`)),
      ).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor' },
      });
    }
  });

  it('is accessible only to the course’s teacher', async () => {
    const heldClass = await campus.holdClass(1);
    const notFound = { status: 404, body: { error: 'Course not found' } };
    expect(await campus.ask(person('TEACHER'), 'GET', gridPath(heldClass))).toMatchObject(notFound);
    expect(await campus.ask(heldClass.members[0]!.user, 'GET', gridPath(heldClass))).toMatchObject({
      status: 403,
    });
    expect(await campus.ask(person('ADMIN'), 'GET', gridPath(heldClass))).toMatchObject({ status: 403 });
  });
});

describe('a student of a course', () => {
  it('contains all sessions with status, time, method, flags and notes, and the rate with its trend', async () => {
    const heldClass = await campus.holdClass(['Grace', 'Alan']);
    const [{ user }] = heldClass.members as [HeldClass['members'][number]];
    const { _id: markId } = (await heldClass.mark()).body as { _id: string };
    await campus.database.query(
      `INSERT INTO flags (session_id, student_id, reason, at, asks_review) VALUES ($1, $2, 'device_shared', now(), true)`,
      [heldClass.session.id, user.id],
    );
    expect((await studentOf(heldClass, user)).sessions).toMatchObject([
      {
        active: true,
        mark: { status: 'PRESENT', timestamp: expect.any(String), recorded: 'marked', needsReview: true },
        flags: [{ reason: 'device_shared' }],
        notes: [],
      },
    ]);
    await review(heldClass, markId, { decision: 'correct', status: 'LATE', reason: 'Came at half past' });
    await campus.ask(user, 'POST', `/api/attendance/${markId}/dispute`, { note: 'I was there' });
    await end(heldClass);
    await eventually(async () => expect((await studentOf(heldClass, user)).attendancePercentage).toBe(100));
    const student = await studentOf(heldClass, user);
    expect(student).toMatchObject({
      student: {
        _id: user.id,
        name: 'Grace',
      },
      course: {
        _id: heldClass.course.id,
        name: 'Algorithms',
        code: 'CS201',
      },
      enrolled: true,
      present: 0,
      late: 1,
      absent: 0,
      excused: 0,
      trend: [
        {
          session: heldClass.session.id,
          date: heldClass.session.date,
          attendancePercentage: 100,
        },
      ],
      sessions: [
        {
          _id: heldClass.session.id,
          mark: {
            _id: markId,
            status: 'LATE',
            recorded: 'corrected',
            needsReview: true,
          },
          notes: [
            {
              action: 'corrected',
              text: 'Came at half past',
            },
            {
              action: 'disputed',
              text: 'I was there',
            },
          ],
        },
      ],
    });
    const absent = await eventually(async () => {
      const student = await studentOf(heldClass, heldClass.members[1]!.user);
      expect(student.sessions[0]?.mark).toMatchObject({ status: 'ABSENT', recorded: 'absent_at_end' });
      // The percentage and the trend are read separately, so an absence recorded between the two reads affects only one
      // of the values.
      expect(student).toMatchObject({ attendancePercentage: 0, trend: [{ attendancePercentage: 0 }] });
      return student;
    });
    expect(absent.sessions[0]?.mark).not.toHaveProperty('timestamp');
  });

  it('contains sessions without a mark, but not canceled ones, nor future ones unless excused in advance', async () => {
    const heldClass = await campus.holdClass(1);
    const [{ user }] = heldClass.members as [HeldClass['members'][number]];
    const scheduled = { ...heldClass.session, id: objectId(), startTime: ago(-60) };
    const excused = { ...scheduled, id: objectId(), startTime: ago(-120) };
    const canceled = {
      ...heldClass.session,
      id: objectId(),
      active: false,
      endedAt: ago(0),
      canceledAt: ago(0),
    };
    for (const session of [canceled, scheduled, excused]) await campus.publishSession(session);
    const body = {
      sessionId: excused.id,
      status: 'EXCUSED',
      students: [{ studentId: user.id }],
      reason: 'Surgery',
    };
    await eventually(async () =>
      expect(await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body)).toMatchObject({
        status: 200,
      }),
    );
    const { sessions, trend, attendancePercentage } = await studentOf(heldClass, user);
    expect(sessions).toMatchObject([
      {
        _id: excused.id,
        mark: { status: 'EXCUSED', recorded: 'set_on_roster', correctedAt: expect.any(String) },
        notes: [{ action: 'set_on_roster', text: 'Surgery' }],
      },
      { _id: heldClass.session.id, flags: [], notes: [] },
    ]);
    expect(sessions[0]?.mark).not.toHaveProperty('timestamp');
    expect(sessions[1]).not.toHaveProperty('mark');
    expect({ trend, attendancePercentage }).toEqual({ trend: [], attendancePercentage: null });
    const report = await campus.call(heldClass.teacher, 'GET', '/api/attendance/export?timeZone=UTC');
    expect(await report.text()).toContain(`"${excused.date}",,`);
  });

  it('stays visible after leaving the course, and disappears when the person is erased', async () => {
    const heldClass = await campus.holdClass(1);
    const [{ user }] = heldClass.members as [HeldClass['members'][number]];
    await heldClass.mark();
    await end(heldClass);
    const left = { id: objectId(), courseId: heldClass.course.id, studentId: user.id, active: false };
    await campus.publishMembership({ ...left, enrolledAt: ago(60), endedAt: ago(0), version: 2 });
    await eventually(async () =>
      expect(await studentOf(heldClass, user)).toMatchObject({ enrolled: false, attendancePercentage: 100 }),
    );
    await campus.bus.publish(
      createEvent(userChanged, user.id, {
        id: user.id,
        name: 'Erased',
        email: `${user.id}@erased`,
        userType: 'STUDENT' as const,
        suspended: true,
        erased: true,
        version: 9,
      }),
    );
    await eventually(async () =>
      expect(await campus.ask(heldClass.teacher, 'GET', studentPath(heldClass, user))).toMatchObject({
        status: 404,
      }),
    );
  });

  it('is accessible only to the course’s teacher, and only within the course', async () => {
    const [heldClass, other] = [await campus.holdClass(1), await campus.holdClass(1)];
    const { user } = heldClass.members[0]!;
    const noCourse = { status: 404, body: { error: 'Course not found' } };
    const noStudent = { status: 404, body: { error: 'Student not found' } };
    expect(await campus.ask(other.teacher, 'GET', studentPath(heldClass, user))).toMatchObject(noCourse);
    expect(await campus.ask(other.teacher, 'GET', studentPath(other, user))).toMatchObject(noStudent);
    expect(
      await campus.ask(heldClass.teacher, 'GET', studentPath(heldClass, { id: randomUUID() })),
    ).toMatchObject(noStudent);
    expect(
      await campus.ask(heldClass.teacher, 'GET', studentPath(heldClass, heldClass.teacher)),
    ).toMatchObject(noStudent);
    expect(await campus.ask(user, 'GET', studentPath(heldClass, user))).toMatchObject({ status: 403 });
    expect(await campus.ask(person('ADMIN'), 'GET', studentPath(heldClass, user))).toMatchObject({
      status: 403,
    });
    expect(await campus.ask(heldClass.teacher, 'GET', studentPath(heldClass, { id: 'x' }))).toMatchObject({
      status: 400,
    });
  });
});
