import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttendanceRecord, AuditEntry } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { eventually, nextPage } from '@qr-attendance/test-kit';
import { ago, startCampus, type Campus, type HeldClass } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
}, 60_000);
afterAll(() => campus.stop());

/** A class of which one was there, one came late and one not, as its teacher sees it. */
const teach = async (changes: Partial<SessionChanged> = {}) => {
  const held = await campus.holdClass(3, { canceledAt: null, ...changes });
  const { teacher, course, session, members } = held;
  let { version } = session;
  const tell = (change: Partial<SessionChanged>) => {
    version += 1;
    return campus.tellSession({ ...session, ...change, version });
  };
  const cancel = (change: Partial<SessionChanged> = {}) => {
    const now = ago(0);
    return tell({ active: false, endedAt: now, canceledAt: now, ...change });
  };
  const totals = async (query = '') =>
    (await campus.ask(teacher, 'GET', `/api/attendance/totals${query}`)).body as Record<string, number>;
  const summaryOf = async (user = teacher) =>
    (await campus.ask(user, 'GET', '/api/analytics/summary')).body as Record<string, number | null>;
  const statuses = async () => (await held.roster()).map(({ status }) => status).sort();
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
  const stored = async () => {
    const { rows } = await campus.database.query<{ status: string; version: number }>(
      'SELECT status, version FROM marks WHERE session_id = $1 ORDER BY status',
      [session.id],
    );
    return rows;
  };
  return {
    ...held,
    tell,
    cancel,
    totals,
    summaryOf,
    statuses,
    historyOf,
    rates,
    stored,
    absentees: members.slice(1),
  };
};
type Taught = Awaited<ReturnType<typeof teach>>;

/** Lines of all histories that tell of a withdrawn absence; their marks are no more. */
const withdrawals = async (): Promise<number> => {
  const { rows } = await campus.database.query<{ lines: number }>(
    `SELECT count(*)::int AS lines FROM mark_audit WHERE cause = 'withdrawn' AND from_status = 'ABSENT'`,
  );
  return rows[0]?.lines ?? 0;
};

/** What replicas of the release before do with an event: they know of no cancellation, and write absences. */
const asTheReleaseBefore = async (
  { session, course }: Pick<HeldClass, 'session' | 'course'>,
  told: Partial<SessionChanged>,
) => {
  await campus.database.query(
    `UPDATE sessions SET active = $2, ended_at = $3, session_date = $4, start_time = $5, version = $6 WHERE id = $1`,
    [
      session.id,
      told.active ?? false,
      told.endedAt ?? null,
      told.date ?? session.date,
      told.startTime ?? session.startTime,
      told.version,
    ],
  );
  await campus.database.query(
    `WITH written AS (
       INSERT INTO marks (id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at)
       SELECT gen_random_uuid(), s.id, s.course_id, s.teacher_id, e.student_id, s.session_date, 'ABSENT', now()
         FROM sessions s JOIN enrolments e USING (course_id) WHERE s.id = $1
       ON CONFLICT DO NOTHING RETURNING *
     ), lines AS (
       INSERT INTO mark_audit (mark_id, action, to_status) SELECT id, 'absent_at_end', 'ABSENT' FROM written
     ), days AS (
       INSERT INTO course_day_totals AS t (course_id, day, teacher_id, present, late, absent, excused)
       SELECT course_id, session_date, teacher_id, 0, 0, count(*), 0 FROM written GROUP BY 1, 2, 3
       ON CONFLICT (course_id, day) DO UPDATE SET absent = t.absent + excluded.absent
     ), students AS (
       INSERT INTO student_course_totals AS t (student_id, course_id, present, late, absent, excused)
       SELECT student_id, course_id, 0, 0, 1, 0 FROM written
       ON CONFLICT (student_id, course_id) DO UPDATE SET absent = t.absent + excluded.absent
     )
     SELECT count(*) FROM written`,
    [session.id],
  );
  expect(course.id).toBe(session.courseId);
};
const countsNowhere = async ({ totals, summaryOf, rates, members, teacher, course }: Taught) => {
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
  it('counts nowhere, keeps what was there, and counts again when it is reopened', async () => {
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
    expect(await mark(members[0])).toMatchObject({ status: 403, ...refusal });
    expect(await mark(members[1])).toMatchObject({ status: 403, ...refusal });
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
      ['/api/attendance/statuses/undo', { markIds: [kept!._id] }],
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

  it('that had ended loses its absences, and has them again when it is reopened', async () => {
    const taught = await teach();
    const { mark, tell, cancel, statuses } = taught;
    const before = await withdrawals();
    await mark();
    const endedAt = ago(0);
    await tell({ active: false, endedAt });
    await eventually(async () => expect(await statuses()).toEqual(['ABSENT', 'ABSENT', 'PRESENT']));
    await cancel({ endedAt });
    await eventually(() => countsNowhere(taught));
    expect(await statuses()).toEqual(['PRESENT']);
    expect(await withdrawals()).toBe(before + 2);
    await tell({ active: false, endedAt, canceledAt: null });
    await eventually(async () => expect(await statuses()).toEqual(['ABSENT', 'ABSENT', 'PRESENT']));
    expect(await taught.totals()).toMatchObject({ present: 1, absent: 2 });
  });

  it('may be told of twice, and late', async () => {
    const taught = await teach();
    await taught.mark();
    await taught.cancel();
    await eventually(() => countsNowhere(taught));
    const before = await taught.stored();
    await campus.tellSession({ ...taught.session, canceledAt: null });
    await campus.tellSession({
      ...taught.session,
      active: false,
      endedAt: ago(0),
      canceledAt: ago(0),
      version: 2,
    });
    const other = await teach();
    await other.mark();
    await countsNowhere(taught);
    expect(await taught.stored()).toEqual(before);
  });
});

describe('A changed session', () => {
  it('judges anew who was late, and leaves what a teacher set', async () => {
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

  it('of another day takes marks and totals along', async () => {
    const taught = await teach();
    const { mark, tell, roster, course, historyOf } = taught;
    await mark();
    const dayTotals = async () => {
      const { rows } = await campus.database.query<{ day: string; present: number }>(
        'SELECT day::text, present FROM course_day_totals WHERE course_id = $1 AND present > 0',
        [course.id],
      );
      return rows;
    };
    await tell({ date: '2026-03-02' });
    await eventually(async () => expect(await dayTotals()).toEqual([{ day: '2026-03-02', present: 1 }]));
    const [moved] = await roster();
    expect(moved?.session.date).toBe('2026-03-02');
    expect((await historyOf(moved!)).at(-1)?.action).toBe('session_moved');
    expect(await taught.summaryOf()).toMatchObject({ todayAttendancePercentage: null });
    expect(await taught.totals(`?from=${ago(60)}&to=${ago(-60)}`)).toMatchObject({ present: 1 });
    // Made on another day than its session's, it is no day's, and neither once that is canceled.
    await taught.cancel({ date: '2026-03-02' });
    await eventually(() => countsNowhere(taught));
  });

  it('has no absences while it is not over, and lets who had one mark', async () => {
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

describe('Beside replicas of the release before', () => {
  it('absences that one writes for a canceled session are withdrawn, with a line in the history', async () => {
    const taught = await teach();
    await taught.mark();
    await taught.cancel();
    await eventually(() => countsNowhere(taught));
    const before = await withdrawals();
    await asTheReleaseBefore(taught, { active: false, endedAt: ago(0), version: 2 });
    expect(await taught.totals()).toMatchObject({ absent: 2 });
    await eventually(() => countsNowhere(taught));
    expect(await withdrawals()).toBe(before + 2);
    expect(await taught.statuses()).toEqual(['PRESENT']);
  }, 60_000);

  it('absences that one writes for a session that was moved are withdrawn', async () => {
    const taught = await teach();
    const startTime = ago(-24 * 60);
    await taught.tell({ date: startTime.slice(0, 10), startTime });
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT 1 FROM sessions WHERE id = $1 AND version = 2', [
        taught.session.id,
      ]);
      expect(rows).toHaveLength(1);
    });
    // It ended the session by the end time that it had read, and the teacher's edit came after.
    await asTheReleaseBefore(taught, { active: true, date: startTime.slice(0, 10), startTime, version: 2 });
    expect(await taught.totals()).toMatchObject({ absent: 3 });
    await eventually(async () => expect(await taught.totals()).toMatchObject({ absent: 0 }));
    expect(await taught.rates()).toEqual(['0 0 0', '0 0 0', '0 0 0']);
  }, 60_000);

  it('a cancellation that one took for an end is heard of again', async () => {
    const taught = await teach();
    await taught.mark();
    const endedAt = ago(0);
    // It kept the event, without what it does not know, and wrote absences; nothing else tells of it but the owner.
    await asTheReleaseBefore(taught, { active: false, endedAt, version: 2 });
    expect(await taught.totals()).toMatchObject({ present: 1, absent: 2 });
    await campus.tellSession({ ...taught.session, active: false, endedAt, canceledAt: endedAt, version: 2 });
    await eventually(() => countsNowhere(taught));
    expect(await taught.statuses()).toEqual(['PRESENT']);
  });

  it('what one tells of a session, as of an end, takes no cancellation back', async () => {
    const taught = await teach();
    await taught.mark();
    await taught.cancel();
    await eventually(() => countsNowhere(taught));
    const { canceledAt: _said, ...told } = taught.session;
    await campus.tellSession({ ...told, active: false, endedAt: ago(0), version: 3 });
    await eventually(async () => {
      const { rows } = await campus.database.query<{ version: number; canceled: boolean }>(
        'SELECT version, canceled_at IS NOT NULL AS canceled FROM sessions WHERE id = $1',
        [taught.session.id],
      );
      expect(rows).toEqual([{ version: 3, canceled: true }]);
    });
    await countsNowhere(taught);
  });
});
