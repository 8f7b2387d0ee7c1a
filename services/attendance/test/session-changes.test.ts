import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttendanceRecord, AuditEntry } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { eventually, nextPage } from '@qr-attendance/test-kit';
import { ago, startCampus, type Campus } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const teach = async (changes: Partial<SessionChanged> = {}) => {
  const heldClass = await campus.holdClass(3, { canceledAt: null, ...changes });
  const { teacher, course, session, members } = heldClass;
  let { version } = session;
  const tell = (change: Partial<SessionChanged>) => {
    version += 1;
    return campus.publishSession({ ...session, ...change, version });
  };
  const cancel = (change: Partial<SessionChanged> = {}) => {
    const now = ago(0);
    return tell({ active: false, endedAt: now, canceledAt: now, ...change });
  };
  const totals = async (query = '') =>
    (await campus.ask(teacher, 'GET', `/api/attendance/totals${query}`)).body as Record<string, number>;
  const summaryOf = async (user = teacher) =>
    (await campus.ask(user, 'GET', '/api/analytics/summary')).body as Record<string, number | null>;
  const statuses = async () => (await heldClass.roster()).map(({ status }) => status).sort();
  const historyOf = async ({ _id }: AttendanceRecord) =>
    (await campus.ask(teacher, 'GET', `/api/attendance/${_id}/history`)).body as AuditEntry[];
  const rates = async () =>
    (
      (await campus.ask(teacher, 'GET', `/api/analytics/courses/${course.id}/students`)).body as {
        student: { _id: string };
        present: number;
        late: number;
        absent: number;
      }[]
    ).map(({ present, late, absent }) => [present, late, absent].join(' '));
  return {
    ...heldClass,
    tell,
    cancel,
    totals,
    summaryOf,
    statuses,
    historyOf,
    rates,
    absentees: members.slice(1),
  };
};
type TaughtClass = Awaited<ReturnType<typeof teach>>;

const countsNowhere = async ({ totals, summaryOf, rates, members, teacher, course }: TaughtClass) => {
  const none = { present: 0, late: 0, absent: 0, excused: 0 };
  expect(await totals()).toEqual(none);
  expect(await totals(`?courseId=${course.id}&from=${ago(60)}&to=${ago(-60)}`)).toEqual(none);
  for (const days of [1, 3, 400])
    expect(await totals(`?from=${ago(days * 24 * 60)}&to=${ago(-days * 24 * 60)}`)).toEqual(none);
  expect(await summaryOf()).toMatchObject({
    todayAttendancePercentage: null,
    attendancePercentage: null,
    attendedSessions: 0,
    totalSessions: 0,
    activeSessions: 0,
  });
  expect(await summaryOf(members[0]!.user)).toMatchObject({ attendedSessions: 0, totalSessions: 0 });
  expect(await rates()).toEqual(['0 0 0', '0 0 0', '0 0 0']);
  const list = await campus.call(teacher, 'GET', `/api/attendance?courseId=${course.id}`);
  expect(await list.json()).toEqual([]);
  expect(nextPage(list.headers)).toBeUndefined();
  const own = await campus.ask(members[0]!.user, 'GET', '/api/attendance');
  expect(own.body).toEqual([]);
  const csv = await campus.call(teacher, 'GET', `/api/attendance/export?courseId=${course.id}`);
  expect((await csv.text()).trim().split('\n')).toHaveLength(1);
};

describe('A canceled session', () => {
  it('does not count but keeps its records, and counts again when it is reopened', async () => {
    const taught = await teach();
    const { mark, members, cancel, tell, roster, historyOf, teacher } = taught;
    expect((await mark(members[0])).status).toBe(201);
    await cancel();
    await eventually(() => countsNowhere(taught));
    const [kept] = await roster();
    expect(kept).toMatchObject({ status: 'PRESENT', session: { canceled: true } });
    expect((await historyOf(kept!)).map(({ action, from, to }) => [action, from, to])).toEqual([
      ['marked', null, 'PRESENT'],
      ['session_canceled', 'PRESENT', null],
    ]);
    const refusal = { body: { code: 'session_canceled', error: 'This class was canceled.' } };
    expect(await mark(members[0])).toMatchObject({ status: 409, ...refusal });
    expect(await mark(members[1])).toMatchObject({ status: 409, ...refusal });
    const review = { decision: 'refuse', reason: 'not there' };
    expect(await campus.ask(teacher, 'POST', `/api/attendance/${kept!._id}/review`, review)).toMatchObject(
      refusal,
    );
    const manual = {
      sessionId: taught.session.id,
      studentId: members[1]!.user.id,
      status: 'PRESENT',
      reason: 'there',
    };
    expect(await campus.ask(teacher, 'POST', '/api/attendance/by-hand', manual)).toMatchObject(refusal);
    for (const [path, body] of [
      ['/api/attendance/statuses', { status: 'LATE', students: [{ studentId: members[1]!.user.id }] }],
      ['/api/attendance/statuses/clear', { marks: [{ markId: kept!._id }] }],
    ] as const)
      expect(
        await campus.ask(teacher, 'POST', path, { sessionId: taught.session.id, ...body }),
      ).toMatchObject(refusal);

    await tell({ active: true, canceledAt: null });
    await eventually(async () => expect(await taught.totals()).toMatchObject({ present: 1, absent: 0 }));
    expect(await mark(members[0])).toMatchObject({ status: 201, body: { _id: kept!._id } });
    expect((await mark(members[1])).status).toBe(201);
    expect((await historyOf(kept!)).at(-1)).toMatchObject({ action: 'session_reopened', to: 'PRESENT' });
    await tell({ active: false, endedAt: ago(0) });
    await eventually(async () => expect(await taught.rates()).toEqual(['1 0 0', '1 0 0', '0 0 1']));
  });

  it('loses its absences if it had ended, and regains them when it is reopened', async () => {
    const taught = await teach();
    const { mark, tell, cancel, statuses } = taught;
    await mark();
    const endedAt = ago(0);
    await tell({ active: false, endedAt });
    await eventually(async () => expect(await statuses()).toEqual(['ABSENT', 'ABSENT', 'PRESENT']));
    await cancel({ endedAt });
    await eventually(() => countsNowhere(taught));
    expect(await statuses()).toEqual(['PRESENT']);
    await tell({ active: false, endedAt, canceledAt: null });
    await eventually(async () => expect(await statuses()).toEqual(['ABSENT', 'ABSENT', 'PRESENT']));
    expect(await taught.totals()).toMatchObject({ present: 1, absent: 2 });
  });

  it('has the same effect if its event arrives twice or late', async () => {
    const taught = await teach();
    await taught.mark();
    await taught.cancel();
    await eventually(() => countsNowhere(taught));
    await campus.publishSession({ ...taught.session, canceledAt: null });
    await campus.publishSession({
      ...taught.session,
      active: false,
      endedAt: ago(0),
      canceledAt: ago(0),
      version: 2,
    });
    const other = await teach();
    await other.mark();
    await countsNowhere(taught);
    expect(await taught.roster()).toMatchObject([{ session: { canceled: true } }]);
  });
});

describe('A changed session', () => {
  it('re-evaluates lateness, and keeps the teacher’s decisions', async () => {
    const taught = await teach({ startTime: ago(30) });
    const { mark, members, tell, statuses, historyOf, roster, teacher } = taught;
    for (const member of members) expect((await mark(member)).body).toMatchObject({ status: 'LATE' });
    const reviewed = (await roster()).find(({ student }) => student._id === members[2]!.user.id)!;
    await campus.ask(teacher, 'POST', `/api/attendance/${reviewed._id}/review`, { decision: 'accept' });
    await tell({ lateAfterMinutes: 60 });
    await eventually(async () => expect(await statuses()).toEqual(['LATE', 'PRESENT', 'PRESENT']));
    const [again] = (await roster()).filter(({ status }) => status === 'PRESENT');
    expect((await historyOf(again!)).at(-1)).toMatchObject({
      action: 'judged_again',
      from: 'LATE',
      to: 'PRESENT',
      actor: { userType: 'TEACHER' },
    });
    const own = await campus.ask(
      members.find(({ user }) => user.id === again!.student._id)!.user,
      'GET',
      `/api/attendance/${again!._id}/history`,
    );
    expect(own.body).toHaveLength(2);
    expect(await taught.totals()).toMatchObject({ present: 2, late: 1 });
    await tell({ lateAfterMinutes: 60, active: false, endedAt: ago(0) });
    await eventually(async () => expect((await taught.rates()).sort()).toEqual(['0 1 0', '1 0 0', '1 0 0']));
  });

  it('moves its records and totals to another day', async () => {
    const taught = await teach();
    const { mark, tell, roster, historyOf } = taught;
    await mark();
    await tell({ date: '2026-03-02' });
    await eventually(async () => expect((await roster())[0]?.session.date).toBe('2026-03-02'));
    const [moved] = await roster();
    expect((await historyOf(moved!)).at(-1)?.action).toBe('session_moved');
    expect(await taught.summaryOf()).toMatchObject({ todayAttendancePercentage: null });
    expect(await taught.totals(`?from=${ago(60)}&to=${ago(-60)}`)).toMatchObject({ present: 1 });
    await taught.cancel({ date: '2026-03-02' });
    await eventually(() => countsNowhere(taught));
  });

  it('loses its absences when it is reopened, and then accepts marks of the absent students', async () => {
    const taught = await teach();
    const { tell, mark, statuses, totals } = taught;
    await tell({ active: false, endedAt: ago(0) });
    await eventually(async () => expect(await statuses()).toEqual(['ABSENT', 'ABSENT', 'ABSENT']));
    await tell({ active: true });
    await eventually(async () => expect(await totals()).toMatchObject({ absent: 0 }));
    expect((await mark()).status).toBe(201);
    expect(await totals()).toMatchObject({ present: 1, absent: 0 });
  });
});
