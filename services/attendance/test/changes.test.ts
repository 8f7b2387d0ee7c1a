import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_CHANGES, type AttendanceRecord, type ChangeList, type Roster } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { eventually } from '@qr-attendance/test-kit';
import { ago, person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const PATH = '/api/attendance/changes';
const changesOf = async ({ user }: Pick<Member, 'user'>): Promise<ChangeList> => {
  const { status, body } = await campus.ask(user, 'GET', PATH);
  expect(status).toBe(200);
  return body;
};
const see = async ({ user }: Pick<Member, 'user'>, until: string | undefined) =>
  (await campus.call(user, 'POST', `${PATH}/seen`, { until })).status;

const markOf = async ({ teacher, session }: HeldClass, { user }: Member) => {
  const path = `/api/attendance/roster?sessionId=${session.id}`;
  const { entries } = (await campus.ask(teacher, 'GET', path)).body as Roster;
  return entries.find(({ student }) => student._id === user.id)?.mark;
};
const set = async (heldClass: HeldClass, member: Member, status: string) => {
  const mark = await markOf(heldClass, member);
  const student = { studentId: member.user.id, ...(mark && { markId: mark._id, version: mark.version }) };
  const body = { sessionId: heldClass.session.id, status, students: [student] };
  const answer = await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body);
  expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
};
const clear = async (heldClass: HeldClass, member: Member) => {
  const mark = await markOf(heldClass, member);
  const body = { sessionId: heldClass.session.id, marks: [{ markId: mark?._id, version: mark?.version }] };
  const answer = await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses/clear', body);
  expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
};
const changeSession = async (heldClass: HeldClass, changes: Partial<SessionChanged>) => {
  const version = changes.version ?? 2;
  await campus.publishSession({ ...heldClass.session, ...changes, version });
  await eventually(async () => {
    const { rows } = await campus.database.query('SELECT version FROM sessions WHERE id = $1', [
      heldClass.session.id,
    ]);
    expect(rows).toEqual([{ version }]);
  });
};
const planned = { startTime: ago(-24 * 60), date: ago(-24 * 60).slice(0, 10), held: false } as const;
const plan = async () => {
  const heldClass = await campus.holdClass(2, { ...planned, revisions: [created()] });
  return { ...heldClass, first: heldClass.members[0]! };
};
const created = () => ({
  at: ago(24 * 60),
  by: person('TEACHER').id,
  change: 'created' as const,
  lateAfterMinutes: 10,
  date: planned.date,
  startTime: planned.startTime,
});

describe('the changes since a student’s last visit', () => {
  it('contain previous status, current status and author, newest first', async () => {
    const heldClass = await campus.holdClass(2);
    const [corrected, absentee] = heldClass.members as [Member, Member];
    const { _id } = (await heldClass.mark(corrected)).body as AttendanceRecord;
    expect(await changesOf(corrected)).toEqual({ changes: [], isMore: false });
    await set(heldClass, corrected, 'LATE');
    const note = { note: 'I was on time' };
    await campus.ask(corrected.user, 'POST', `/api/attendance/${_id}/dispute`, note);
    const answer = { answer: 'You were late' };
    await campus.ask(heldClass.teacher, 'POST', `/api/attendance/${_id}/dispute/answer`, answer);
    await set(heldClass, absentee, 'PRESENT');
    const session = {
      _id: heldClass.session.id,
      course: { _id: heldClass.course.id, name: 'Algorithms', code: 'CS201' },
    };
    const { changes } = await changesOf(corrected);
    expect(changes).toMatchObject([
      { kind: 'dispute_answered', answer: 'You were late', session },
      { kind: 'status_changed', from: 'PRESENT', to: 'LATE', session },
    ]);
    expect(changes.every(({ by }) => by !== null)).toBe(true);
    expect((await changesOf(absentee)).changes).toMatchObject([
      { kind: 'status_changed', from: null, to: 'PRESENT' },
    ]);
  });

  it('omit undone changes and the student’s own actions', async () => {
    const heldClass = await campus.holdClass(2);
    const [undone, scanned] = heldClass.members as [Member, Member];
    await set(heldClass, undone, 'EXCUSED');
    expect((await changesOf(undone)).changes).toHaveLength(1);
    await clear(heldClass, undone);
    expect(await changesOf(undone)).toEqual({ changes: [], isMore: false });
    await heldClass.mark(scanned);
    expect(await changesOf(scanned)).toEqual({ changes: [], isMore: false });
  });

  it('disappear on every device once seen, and later changes start from the status that was seen', async () => {
    const heldClass = await campus.holdClass(1);
    const member = heldClass.members[0]!;
    await set(heldClass, member, 'PRESENT');
    await eventually(async () => {
      const { until } = await changesOf(member);
      if (until) expect(await see(member, until)).toBe(204);
      expect(until).toBeUndefined();
    });
    await set(heldClass, member, 'LATE');
    expect((await changesOf(member)).changes).toMatchObject([{ from: 'PRESENT', to: 'LATE' }]);
  });

  it('remain if they are newer than the list that was seen, even if requests arrive late, twice or with a future time', async () => {
    const heldClass = await campus.holdClass(1);
    const member = heldClass.members[0]!;
    await set(heldClass, member, 'PRESENT');
    const { until } = await changesOf(member);
    await set(heldClass, member, 'LATE');
    expect(await see(member, until)).toBe(204);
    expect((await changesOf(member)).changes).toMatchObject([{ to: 'LATE' }]);
    expect(await see(member, '2020-01-01T00:00:00.000Z')).toBe(204);
    expect((await changesOf(member)).changes).toHaveLength(1);
    expect(await see(member, ago(-600))).toBe(204);
    await set(heldClass, member, 'EXCUSED');
    expect((await changesOf(member)).changes).toMatchObject([{ to: 'EXCUSED' }]);
  });

  it('include entries of transactions that were still running at the last visit', async () => {
    const heldClass = await campus.holdClass(1);
    const member = heldClass.members[0]!;
    const writer = await campus.database.connect();
    try {
      await writer.query('BEGIN');
      await writer.query(
        `INSERT INTO audit_log (session_id, course_id, student_id, action, actor_id, from_status, to_status)
         VALUES ($1, $2, $3, 'set_on_roster', $4, 'EXCUSED', 'LATE')`,
        [heldClass.session.id, heldClass.course.id, member.user.id, heldClass.teacher.id],
      );
      await set(heldClass, member, 'PRESENT');
      expect(await see(member, (await changesOf(member)).until)).toBe(204);
      await writer.query('COMMIT');
    } finally {
      writer.release();
    }
    expect((await changesOf(member)).changes).toMatchObject([{ from: 'EXCUSED', to: 'PRESENT' }]);
  });

  it('include canceled and reinstated classes', async () => {
    const heldClass = await plan();
    const canceled = { active: false, endedAt: ago(0), canceledAt: ago(0) };
    const by = heldClass.teacher.id;
    const revision = { ...created(), at: ago(0), by, change: 'canceled' as const };
    await changeSession(heldClass, { ...canceled, revisions: [created(), revision] });
    const { changes, until } = await changesOf(heldClass.first);
    expect(changes).toMatchObject([{ kind: 'class_canceled', session: { _id: heldClass.session.id } }]);
    await see(heldClass.first, until);
    const reopened = { ...revision, at: ago(0), change: 'reopened' as const };
    await changeSession(heldClass, {
      canceledAt: null,
      version: 3,
      revisions: [created(), revision, reopened],
    });
    expect((await changesOf(heldClass.first)).changes).toMatchObject([{ kind: 'class_restored' }]);
    // A student who never saw the cancellation is not notified of its reversal.
    expect((await changesOf(heldClass.members[1]!)).changes).toEqual([]);
  });

  it('contain the previous time of a moved class for its members only', async () => {
    const heldClass = await plan();
    const startTime = ago(-26 * 60);
    const edited = {
      ...created(),
      at: ago(0),
      by: heldClass.teacher.id,
      change: 'edited' as const,
      startTime,
    };
    await changeSession(heldClass, { startTime, revisions: [created(), edited] });
    expect((await changesOf(heldClass.first)).changes).toMatchObject([
      {
        kind: 'class_moved',
        session: { startTime },
        movedFrom: { startTime: heldClass.session.startTime, date: heldClass.session.date },
      },
    ]);
    const later = { user: person('STUDENT', 'Late Comer'), device: heldClass.first.device };
    const { id } = await campus.enroll(
      heldClass.course.id,
      later.user,
      campus.securityOf(later.user.id, later.device),
    );
    await campus.publishMembership({
      id,
      courseId: heldClass.course.id,
      studentId: later.user.id,
      active: true,
      version: 2,
      enrolledAt: ago(-1),
    });
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT version FROM members WHERE student_id = $1', [
        later.user.id,
      ]);
      expect(rows).toEqual([{ version: 2 }]);
    });
    expect((await changesOf(later)).changes).toEqual([]);
  });

  it('are paged without losing an entry', async () => {
    const heldClass = await campus.holdClass(1);
    const member = heldClass.members[0]!;
    const sessions = MAX_CHANGES + 3;
    await campus.database.query(
      `WITH made AS (
         INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, late_after_minutes, policy, version)
         SELECT lpad(to_hex(n), 24, '0'), course_id, teacher_id, session_date, start_time, false, 10, policy, 1
           FROM sessions, generate_series(1, $2::int) AS n WHERE id = $1 RETURNING id
       )
       INSERT INTO decisions (session_id, student_id, status, marked_at, decided_at, decided_by, version)
       SELECT id, $3, 'LATE', now(), now(), $4, 1 FROM made`,
      [heldClass.session.id, sessions, member.user.id, heldClass.teacher.id],
    );
    await campus.database.query(
      `INSERT INTO audit_log (session_id, course_id, student_id, action, actor_id, from_status, to_status, written_at)
       SELECT lpad(to_hex(n), 24, '0'), $1, $2, 'corrected', $3, 'ABSENT', 'LATE', now() - make_interval(mins => 100 - n)
         FROM generate_series(1, $4::int) AS n`,
      [heldClass.course.id, member.user.id, heldClass.teacher.id, sessions],
    );
    const first = await changesOf(member);
    expect(first).toMatchObject({ isMore: true });
    expect(first.changes).toHaveLength(MAX_CHANGES);
    await see(member, first.until);
    const second = await changesOf(member);
    expect(second).toMatchObject({ isMore: false });
    const ids = [...first.changes, ...second.changes].map(({ session }) => session._id);
    expect(new Set(ids).size).toBe(sessions);
  });

  it('are accessible to students only, and an invalid time gets a clear error', async () => {
    const { user } = { user: person('STUDENT') };
    for (const until of [undefined, '', 'yesterday', 5, '2026-02-30T10:00:00Z', randomUUID()])
      expect((await campus.call(user, 'POST', `${PATH}/seen`, { until })).status).toBe(400);
    for (const until of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2026-01-01T00:00:00+23:59'])
      expect(await see({ user }, until)).toBe(204);
    expect((await campus.call(person('TEACHER'), 'GET', PATH)).status).toBe(403);
  });
});
