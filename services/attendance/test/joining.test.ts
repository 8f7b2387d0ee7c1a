import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isBeforeJoining,
  OPEN_POLICY,
  type AnalyticsSummary,
  type AttendanceRecord,
  type AttendanceTotals,
  type AuditEntry,
  type CourseGrid,
  type CourseStudent,
  type StudentRate,
} from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { eventually, createDevice, type TestUser } from '@qr-attendance/test-kit';
import { createAttendance } from '../src/core/create-attendance.ts';
import { ago, objectId, person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';
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

const join = async ({ course }: HeldClass, name: string, minutes: number) => {
  const user = person('STUDENT', name);
  const enrollment = await campus.enroll(course.id, user, campus.securityOf(user.id, createDevice()));
  const later = { ...enrollment, enrolledAt: ago(minutes), version: 2 };
  await campus.publishMembership(later);
  await eventually(async () => {
    const { rows } = await campus.database.query(
      'SELECT FROM members e JOIN people ON id = student_id WHERE student_id = $1 AND e.version = 2',
      [user.id],
    );
    expect(rows).toHaveLength(1);
  });
  return { user, enrollment: later };
};
const end = (session: SessionChanged, changes: Partial<SessionChanged> = {}) =>
  campus.publishSession({
    ...session,
    active: false,
    endedAt: ago(0),
    version: session.version + 1,
    ...changes,
  });
const get = async <Body>(user: TestUser, path: string) => (await campus.ask(user, 'GET', path)).body as Body;

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
  it('count from the day a student joined, on every page, even if the class was ended late', async () => {
    // The session was held the day before yesterday and has only been ended now.
    const heldClass = await campus.holdClass(['Early Ellen'], {
      date: dayOf(ago(2 * DAY)),
      startTime: ago(2 * DAY),
    });
    const [{ user: early }] = heldClass.members as [HeldClass['members'][number]];
    const { user: late } = await join(heldClass, 'Late Lena', DAY);
    await campus.publishMembership({
      id: objectId(),
      courseId: heldClass.course.id,
      studentId: early.id,
      active: true,
      enrolledAt: ago(3 * DAY),
      version: 2,
    });
    await end(heldClass.session);
    await eventually(async () =>
      expect(await everywhere(heldClass, early)).toMatchObject({ rate: 0, absences: 1, grid: ['ABSENT'] }),
    );
    const totals = { present: 0, late: 0, absent: 1, excused: 0 };
    expect(await everywhere(heldClass, late)).toEqual({ ...NOTHING, totals });
  });

  it('exclude a class that ended earlier on that day, and include a class that was still running', async () => {
    const heldClass = await campus.holdClass(['Early Ellen'], { startTime: ago(50) });
    const { user: during } = await join(heldClass, 'During Dora', 40);
    const { user: after } = await join(heldClass, 'After Anna', 10);
    await end(heldClass.session, { endedAt: ago(30) });
    await eventually(async () => expect((await everywhere(heldClass, during)).grid).toEqual(['ABSENT']));
    expect((await everywhere(heldClass, after)).grid).toEqual([null]);
  });

  it('follow the same rule in the web app and in the database', async () => {
    const zone = 'Pacific/Auckland';
    const samples = [
      // 13:00 on 14 September in UTC is 1:00 on the 15th in the campus's time zone.
      ['2026-09-14', '2026-09-16T00:00:00Z', '2026-09-14T13:00:00Z', '2026-09-15', false],
      ['2026-09-14', '2026-09-16T00:00:00Z', '2026-09-14T20:59:59Z', '2026-09-15', false],
      ['2026-09-14', '2026-09-16T00:00:00Z', '2026-09-14T21:00:00Z', '2026-09-15', true],
      ['2026-09-15', '2026-09-16T00:00:00Z', '2026-09-14T13:00:00Z', '2026-09-15', false],
      ['2026-09-14', '2026-09-16T00:00:00Z', '2026-09-14T11:00:00Z', '2026-09-14', false],
      ['2026-09-14', '2026-09-14T10:59:59Z', '2026-09-14T11:00:00Z', '2026-09-14', true],
      ['2026-09-14', '2026-09-14T11:00:00Z', '2026-09-14T11:00:00Z', '2026-09-14', false],
    ] as const;
    const { database } = campus;
    const pools = { pool: database, reportPool: database, recountPool: database };
    const { saveMembership, saveSession } = createAttendance(pools, zone);
    for (const [date, endedAt, at, day, expected] of samples) {
      const startTime = '2026-09-14T09:00:00Z';
      expect(isBeforeJoining({ date, startTime, endedAt }, { at, day })).toBe(expected);
      const [sessionId, courseId, studentId] = [objectId(), objectId(), person('STUDENT').id];
      const teacherId = person('TEACHER').id;
      const periods = [{ sectionId: courseId, began: at, recordedAt: at, by: studentId, voided: false }];
      await saveMembership({
        id: objectId(),
        courseId,
        studentId,
        active: true,
        enrolledAt: at,
        periods,
        version: 1,
      });
      await saveSession({
        id: sessionId,
        courseId,
        teacherId,
        date,
        startTime,
        endedAt,
        active: false,
        held: true,
        lateAfterMinutes: 10,
        policy: OPEN_POLICY,
        revisions: [],
        version: 1,
      });
      const { rows } = await campus.database.query('SELECT status FROM attendance WHERE session_id = $1', [
        sessionId,
      ]);
      expect(rows).toEqual(expected ? [] : [{ status: 'ABSENT' }]);
    }
  });
});

/** Students who leave after the class can be absent from it; people outside of the course cannot. */
describe('the absences of a student who left the course', () => {
  it('remain, whatever the order in which the end of class and the departure arrive', async () => {
    const heldClass = await campus.holdClass(['Ellen', 'Leaver', 'Quitter']);
    const [, { user: leaver }, { user: quitter }] = heldClass.members as [Member, Member, Member];
    const left = (studentId: string, minutes: number) =>
      campus.publishMembership({
        id: objectId(),
        courseId: heldClass.course.id,
        studentId,
        active: false,
        version: 2,
        enrolledAt: ago(60),
        endedAt: ago(minutes),
      });
    // The event is published before the end of the class, although the student left afterwards.
    await left(leaver.id, 0);
    await left(quitter.id, 30);
    await end(heldClass.session, { endedAt: ago(1) });
    await eventually(async () => expect((await everywhere(heldClass, leaver)).roster).toBe('ABSENT'));
    expect((await everywhere(heldClass, quitter)).roster).toBeUndefined();
    expect((await everywhere(heldClass, leaver)).own).toEqual([0, 1]);
  });

  it('no longer count once the membership is voided, which the history shows', async () => {
    const heldClass = await campus.holdClass(['Ellen', 'Fake']);
    const { teacher, course, members } = heldClass;
    const [, { user: fake }] = members as [Member, Member];
    await heldClass.mark();
    await end(heldClass.session);
    const rateOf = async () =>
      (await get<AnalyticsSummary>(teacher, '/api/analytics/summary')).attendancePercentage;
    await eventually(async () => expect(await rateOf()).toBe(50));
    const mark = (await heldClass.roster()).find(({ student }) => student._id === fake.id);
    const now = ago(0);
    const period = {
      sectionId: course.id,
      began: ago(60),
      recordedAt: ago(60),
      by: fake.id,
      ended: now,
      voided: true,
      end: {
        how: 'REMOVED' as const,
        recordedAt: now,
        by: teacher.id,
      },
    };
    await campus.publishMembership({
      id: objectId(),
      courseId: course.id,
      studentId: fake.id,
      active: false,
      enrolledAt: ago(60),
      ended: 'REMOVED',
      endedAt: now,
      periods: [period],
      version: 2,
    });
    await eventually(async () => expect(await rateOf()).toBe(100));
    const totals = await get<AttendanceTotals>(teacher, `/api/attendance/totals?courseId=${course.id}`);
    expect(totals).toEqual({ present: 1, late: 0, absent: 0, excused: 0 });
    const history = await get<AuditEntry[]>(teacher, `/api/attendance/${mark?._id}/history`);
    expect(history.map(({ action, from, to }) => [action, from, to])).toEqual([
      ['absent_at_end', null, 'ABSENT'],
      ['voided', 'ABSENT', null],
    ]);
  });

  it('remain if a teacher decided on them', async () => {
    const heldClass = await campus.holdClass(['Ellen']);
    const { teacher, course, members } = heldClass;
    const { user } = members[0]!;
    await campus.ask(teacher, 'POST', '/api/attendance/by-hand', {
      sessionId: heldClass.session.id,
      studentId: user.id,
      status: 'ABSENT',
      reason: 'Left at once',
    });
    await campus.publishMembership({
      id: objectId(),
      courseId: course.id,
      studentId: user.id,
      active: false,
      version: 2,
      enrolledAt: ago(60),
      endedAt: ago(59),
    });
    await end(heldClass.session);
    await eventually(async () => expect((await everywhere(heldClass, user)).page[2]).toBe('ABSENT'));
  });
});
