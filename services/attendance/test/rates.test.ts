import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnalyticsSummary, AttendanceAnalyticsEntry, StudentRate } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { eventually, type TestUser } from '@qr-attendance/test-kit';
import { ago, objectId, startCampus, type Campus, type HeldClass } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const publishChange = (session: SessionChanged, changes: Partial<SessionChanged>) =>
  campus.publishSession({ ...session, ...changes, version: session.version + 1 });

const summaryOf = async (user: TestUser) =>
  (await campus.ask(user, 'GET', '/api/analytics/summary')).body as AnalyticsSummary;
const chartOf = async (user: TestUser) => {
  const { body } = await campus.ask(user, 'GET', '/api/analytics/attendance?period=thisWeek');
  return (body as AttendanceAnalyticsEntry[]).flatMap(({ attendance }) => attendance ?? []);
};
const ratesOf = async ({ teacher, course }: HeldClass) => {
  const path = `/api/analytics/courses/${course.id}/students`;
  const list = (await campus.ask(teacher, 'GET', path)).body as StudentRate[];
  return list.map((rate) => [rate.present, rate.late, rate.absent, rate.excused, rate.attendancePercentage]);
};
const set = (heldClass: HeldClass, session: SessionChanged, status: string, members = heldClass.members) =>
  campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', {
    sessionId: session.id,
    status,
    students: members.map(({ user }) => ({ studentId: user.id })),
  });
const allRates = async (
  heldClass: HeldClass,
  [{ user }] = heldClass.members as [HeldClass['members'][number]],
) => {
  const [ofTeacher, ofStudent] = [await summaryOf(heldClass.teacher), await summaryOf(user)];
  const { attendedSessions, totalSessions } = ofStudent;
  return {
    teacher: [ofTeacher.attendancePercentage, ofTeacher.todayAttendancePercentage],
    chart: await chartOf(heldClass.teacher),
    student: [ofStudent.attendancePercentage, ofStudent.todayAttendancePercentage],
    counts: [attendedSessions, totalSessions],
    ownChart: await chartOf(user),
    course: await ratesOf(heldClass),
  };
};
const NOTHING = {
  teacher: [null, null],
  chart: [],
  student: [null, null],
  counts: [0, 0],
  ownChart: [],
};

describe('a rate', () => {
  it('counts a session only once it has ended', async () => {
    const heldClass = await campus.holdClass(['Alan', 'Grace']);
    await heldClass.mark();
    expect(await set(heldClass, heldClass.session, 'ABSENT', heldClass.members.slice(1))).toMatchObject({
      status: 200,
    });
    const none = [0, 0, 0, 0, null];
    expect(await allRates(heldClass)).toEqual({ ...NOTHING, course: [none, none] });
    await publishChange(heldClass.session, { active: false, endTime: ago(0), endedAt: ago(0) });
    await eventually(async () =>
      expect(await allRates(heldClass)).toEqual({
        teacher: [50, 50],
        chart: [50],
        student: [100, 100],
        counts: [1, 1],
        ownChart: [100],
        course: [
          [1, 0, 0, 0, 100],
          [0, 0, 1, 0, 0],
        ],
      }),
    );
    await publishChange({ ...heldClass.session, version: 2 }, {});
    await eventually(async () =>
      expect(await allRates(heldClass)).toEqual({ ...NOTHING, course: [none, none] }),
    );
  });

  it('is not changed by a running, canceled or excused session', async () => {
    const heldClass = await campus.holdClass(['Alan', 'Grace']);
    await heldClass.mark();
    await publishChange(heldClass.session, { active: false, endTime: ago(0), endedAt: ago(0) });
    await eventually(async () =>
      expect((await ratesOf(heldClass)).map((rate) => rate.at(-1))).toEqual([100, 0]),
    );
    const before = await allRates(heldClass);
    const next = { ...heldClass.session, id: objectId(), startTime: ago(1) };
    const scheduled = { ...next, id: objectId(), startTime: ago(-60) };
    const canceled = { ...next, id: objectId() };
    for (const session of [next, scheduled, canceled]) await campus.publishSession(session);
    await eventually(async () =>
      expect(await summaryOf(heldClass.teacher)).toMatchObject({ totalSessions: 4 }),
    );
    expect(await set(heldClass, next, 'LATE')).toMatchObject({ status: 200 });
    expect(await set(heldClass, canceled, 'ABSENT')).toMatchObject({ status: 200 });
    expect(await set(heldClass, scheduled, 'EXCUSED')).toMatchObject({ status: 200 });
    expect(await allRates(heldClass)).toEqual(before);
    await publishChange(canceled, { active: false, endedAt: ago(0), canceledAt: ago(0) });
    await eventually(async () =>
      expect(await summaryOf(heldClass.teacher)).toMatchObject({ totalSessions: 3 }),
    );
    await eventually(async () => expect(await allRates(heldClass)).toEqual(before));
    await publishChange(next, { active: false, endTime: ago(0), endedAt: ago(0) });
    await eventually(async () =>
      expect(await ratesOf(heldClass)).toEqual([
        [1, 1, 0, 0, 100],
        [0, 1, 1, 0, 50],
      ]),
    );
    expect(await summaryOf(heldClass.teacher)).toMatchObject({ attendancePercentage: 75 });
  });
});
