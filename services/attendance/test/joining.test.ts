import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isBeforeJoining,
  type AnalyticsSummary,
  type AttendanceRecord,
  type AttendanceTotals,
  type AuditEntry,
  type CourseGrid,
  type CourseStudent,
  type StudentRate,
} from '@qr-attendance/contracts';
import { enrollmentChanged, type SessionChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { eventually, makeDevice, type TestUser } from '@qr-attendance/test-kit';
import { JOINED_IN_TIME } from '../src/absences/absences.ts';
import { ago, objectId, person, startCampus, type Campus, type HeldClass } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

let courses: Owner;
let campus: Campus;
beforeAll(async () => {
  courses = await startOwner();
  campus = await startCampus({ urls: { course: courses.url } });
});
afterAll(async () => {
  await campus.stop();
  courses.stop();
});

const dayOf = (moment: string) => moment.slice(0, 10);
const DAY = 24 * 60;

/** Lets somebody join a course; minutes ago. */
const join = async ({ course }: HeldClass, name: string, minutes: number) => {
  const user = person('STUDENT', name);
  const enrollment = await campus.enroll(course.id, user, campus.securityOf(user.id, makeDevice()));
  const later = { ...enrollment, enrolledAt: ago(minutes), version: 2 };
  await campus.bus.publish(makeEvent(enrollmentChanged, later.id, later));
  await eventually(async () => {
    const { rows } = await campus.database.query(
      'SELECT FROM enrolments e JOIN people ON id = student_id WHERE student_id = $1 AND e.version = 2',
      [user.id],
    );
    expect(rows).toHaveLength(1);
  });
  return { user, enrollment: later };
};
const end = (session: SessionChanged, changes: Partial<SessionChanged> = {}) =>
  campus.tellSession({
    ...session,
    active: false,
    endedAt: ago(0),
    version: session.version + 1,
    ...changes,
  });
const get = async <Body>(user: TestUser, path: string) => (await campus.ask(user, 'GET', path)).body as Body;

/** Whatever tells how a student came, from all places that tell it. */
const everywhere = async ({ teacher, course, session }: HeldClass, student: TestUser) => {
  const base = `/api/analytics/courses/${course.id}`;
  const rates = await get<StudentRate[]>(teacher, `${base}/students`);
  const grid = await get<CourseGrid>(teacher, `${base}/grid`);
  const page = await get<CourseStudent>(teacher, `${base}/students/${student.id}`);
  const roster = await get<AttendanceRecord[]>(teacher, `/api/attendance?sessionId=${session.id}`);
  const own = await get<AnalyticsSummary>(student, '/api/analytics/summary');
  const csv = await campus.call(teacher, 'GET', `/api/attendance/export?courseId=${course.id}`);
  return {
    rate: rates.find((one) => one.student._id === student.id)?.attendancePercentage,
    absences: rates.find((one) => one.student._id === student.id)?.absent,
    grid: grid.students.find((one) => one.student._id === student.id)?.statuses,
    page: [page.attendancePercentage, page.trend.length, page.sessions[0]?.mark?.status],
    roster: roster.find((one) => one.student._id === student.id)?.status,
    own: [own.attendancePercentage, own.totalSessions],
    exported: (await csv.text()).includes(student.name),
    totals: await get<AttendanceTotals>(teacher, `/api/attendance/totals?courseId=${course.id}`),
  };
};
const NOTHING = {
  rate: null,
  absences: 0,
  grid: [null],
  page: [null, 0, undefined],
  roster: undefined,
  own: [null, 0],
  exported: false,
};

describe('absences', () => {
  it('count from the day a student joined, wherever they are told, however late the class was ended', async () => {
    // Of the day before yesterday, and nobody ended it until now.
    const held = await campus.holdClass(['Early Ellen'], {
      date: dayOf(ago(2 * DAY)),
      startTime: ago(2 * DAY),
    });
    const [{ user: early }] = held.members as [HeldClass['members'][number]];
    const { user: late } = await join(held, 'Late Lena', DAY);
    await campus.database.query('UPDATE enrolments SET enrolled_at = $2 WHERE student_id = $1', [
      early.id,
      ago(3 * DAY),
    ]);
    await end(held.session);
    await eventually(async () =>
      expect(await everywhere(held, early)).toMatchObject({ rate: 0, absences: 1, grid: ['ABSENT'] }),
    );
    const totals = { present: 0, late: 0, absent: 1, excused: 0 };
    expect(await everywhere(held, late)).toEqual({ ...NOTHING, totals });
  });

  it('of a class that ended earlier on the very day are none either; of one that still ran they are', async () => {
    const held = await campus.holdClass(['Early Ellen'], { startTime: ago(50) });
    const { user: during } = await join(held, 'During Dora', 40);
    const { user: after } = await join(held, 'After Anna', 10);
    await end(held.session, { endedAt: ago(30) });
    await eventually(async () => expect((await everywhere(held, during)).grid).toEqual(['ABSENT']));
    expect((await everywhere(held, after)).grid).toEqual([null]);
  });

  it('are told of by pages and by the database by the same rule', async () => {
    const zone = 'Pacific/Auckland';
    const samples = [
      // 13:00 on 14 September in UTC is 1:00 on the 15th there.
      ['2026-09-14', '2026-09-16T00:00:00Z', '2026-09-14T13:00:00Z', '2026-09-15', true],
      ['2026-09-15', '2026-09-16T00:00:00Z', '2026-09-14T13:00:00Z', '2026-09-15', false],
      ['2026-09-14', '2026-09-16T00:00:00Z', '2026-09-14T11:00:00Z', '2026-09-14', false],
      ['2026-09-14', '2026-09-14T10:59:59Z', '2026-09-14T11:00:00Z', '2026-09-14', true],
      ['2026-09-14', '2026-09-14T11:00:00Z', '2026-09-14T11:00:00Z', '2026-09-14', false],
    ] as const;
    for (const [date, endedAt, at, day, expected] of samples) {
      expect(isBeforeJoining({ date, endedAt }, { at, day })).toBe(expected);
      const { rows } = await campus.database.query(
        `SELECT ${JOINED_IN_TIME} AS counts
           FROM (SELECT $1::timestamptz AS enrolled_at) e, (SELECT $3::date AS session_date, $4::timestamptz AS ended_at) s`,
        [at, zone, date, endedAt],
      );
      expect(rows).toEqual([{ counts: !expected }]);
    }
  });
});

describe('absences of somebody who was removed', () => {
  const voidAbsences = (user: TestUser, courseId: string, studentId: string) =>
    campus.ask(user, 'POST', '/api/attendance/absences/void', { courseId, studentId });

  it('count nowhere once the teacher says so, and say so in their history', async () => {
    const held = await campus.holdClass(['Ellen', 'Fake']);
    const { teacher, course, members } = held;
    const [, { user: fake }] = members as [HeldClass['members'][number], HeldClass['members'][number]];
    await held.mark();
    await end(held.session);
    const rateOf = async () =>
      (await get<AnalyticsSummary>(teacher, '/api/analytics/summary')).attendancePercentage;
    await eventually(async () => expect(await rateOf()).toBe(50));
    const mark = (await held.roster()).find(({ student }) => student._id === fake.id);

    const path = `/internal/courses/${course.id}/enrolments/${fake.id}`;
    const enrollment = {
      id: objectId(),
      courseId: course.id,
      studentId: fake.id,
      active: true,
      enrolledAt: ago(60),
      version: 1,
    };
    courses.answers.set(path, enrollment);
    expect(await voidAbsences(teacher, course.id, fake.id)).toMatchObject({
      status: 409,
      body: { code: 'still_enrolled' },
    });
    // Removed a moment ago: the course service knows, and this one has not heard of it yet.
    courses.answers.set(path, {
      ...enrollment,
      active: false,
      ended: 'REMOVED',
      endedAt: ago(0),
      version: 2,
    });
    expect(await voidAbsences(person('TEACHER'), course.id, fake.id)).toMatchObject({ status: 404 });
    expect(await voidAbsences(teacher, course.id, fake.id)).toEqual({ status: 200, body: { voided: 1 } });
    expect(await voidAbsences(teacher, course.id, fake.id)).toEqual({ status: 200, body: { voided: 0 } });

    expect(await rateOf()).toBe(100);
    const totals = await get<AttendanceTotals>(teacher, `/api/attendance/totals?courseId=${course.id}`);
    expect(totals).toEqual({ present: 1, late: 0, absent: 0, excused: 1 });
    const history = await get<AuditEntry[]>(teacher, `/api/attendance/${mark?._id}/history`);
    expect(history.map(({ action, from, to }) => [action, from, to])).toEqual([
      ['absent_at_end', null, 'ABSENT'],
      ['voided', 'ABSENT', 'EXCUSED'],
    ]);
  });

  it('stay where a teacher decided on them', async () => {
    const held = await campus.holdClass(['Ellen']);
    const { teacher, course, members } = held;
    const { user } = members[0]!;
    await campus.ask(teacher, 'POST', '/api/attendance/by-hand', {
      ...{ sessionId: held.session.id, studentId: user.id, status: 'ABSENT', reason: 'Left at once' },
    });
    await campus.database.query('UPDATE enrolments SET active = false WHERE student_id = $1', [user.id]);
    expect(await voidAbsences(teacher, course.id, user.id)).toEqual({ status: 200, body: { voided: 0 } });
  });

  it.each([{}, { courseId: 'x', studentId: 'y' }, { courseId: { $ne: '' }, studentId: null }])(
    'are not voided for %j',
    async (body) => {
      const path = '/api/attendance/absences/void';
      expect((await campus.ask(person('TEACHER'), 'POST', path, body)).status).toBe(400);
    },
  );
});
