import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  courseGridSchema,
  courseStudentSchema,
  rosterSchema,
  type AttendanceRecord,
  type AuditEntry,
  type PersonalData,
  type RefusedTries,
} from '@qr-attendance/contracts';
import {
  attendanceMarked,
  noticesDue,
  userChanged,
  type AttendanceMarked,
  type NoticesDue,
} from '@qr-attendance/contracts/events';
import { createEvent, on } from '@qr-attendance/messaging';
import { eventually, noDeadLetters, type TestUser } from '@qr-attendance/test-kit';
import { ago, objectId, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
const marks: AttendanceMarked[] = [];
const notices: NoticesDue[] = [];
beforeAll(async () => {
  campus = await startCampus();
  // In the place of the session and the auth service.
  const keepMark = on(attendanceMarked, async (mark) => void marks.push(mark));
  await campus.bus.subscribe('session', [keepMark], noDeadLetters);
  const keepNotices = on(noticesDue, async (due) => void notices.push(due));
  await campus.bus.subscribe('auth', [keepNotices], noDeadLetters);
});
afterAll(() => campus.stop());

const publish = async ({ id, name, userType }: TestUser, mergedInto: string | null, version: number) => {
  const changed = { id, name, userType, email: `${id}@campus.example`, version, mergedInto };
  await campus.bus.publish(createEvent(userChanged, id, changed));
  await eventually(async () => {
    const { rows } = await campus.database.query('SELECT person_id FROM person_aliases WHERE alias_id = $1', [
      id,
    ]);
    expect(rows).toEqual(mergedInto === null ? [] : [{ person_id: mergedInto }]);
  });
};

/** A running class with both records of a student, and somebody else. */
const holdWithBoth = async () => {
  const held = await campus.holdClass(['Rosa', 'Grace', 'Ada'], { startTime: ago(20) });
  const [rosa, grace, ada] = held.members as [Member, Member, Member];
  const voidMembership = ({ user }: Member) =>
    campus.publishMembership({
      id: objectId(),
      courseId: held.course.id,
      studentId: user.id,
      active: false,
      version: 2,
      enrolledAt: ago(60),
      ended: 'LEFT',
      endedAt: ago(1),
      periods: [
        {
          sectionId: held.course.id,
          began: ago(60),
          recordedAt: ago(60),
          by: user.id,
          voided: true,
          ended: ago(1),
          end: {
            how: 'LEFT',
            recordedAt: ago(1),
            by: null,
          },
        },
      ],
    });
  /** As the auth and the course service publish it. */
  const merge = async () => {
    await voidMembership(rosa);
    await publish(rosa.user, grace.user.id, 2);
  };
  const end = () =>
    campus.publishSession({
      ...held.session,
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 3,
    });
  return { ...held, rosa, grace, ada, merge, undo: () => publish(rosa.user, null, 3), end };
};
type Held = Awaited<ReturnType<typeof holdWithBoth>>;

const statusesOf = async ({ teacher, session }: Pick<HeldClass, 'teacher' | 'session'>) => {
  const { body } = await campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${session.id}`);
  const { entries } = rosterSchema.parse(body);
  return Object.fromEntries(entries.map(({ student, mark }) => [student.name, mark?.status]));
};
const markOf = async ({ teacher, session }: Held, { user }: Member) => {
  const { body } = await campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${session.id}`);
  const { mark } = rosterSchema.parse(body).entries.find(({ student }) => student._id === user.id) ?? {};
  return mark && { markId: mark._id, version: mark.version };
};
const setStatus = async (held: Held, member: Member, status: string) => {
  const students = [{ studentId: member.user.id, ...(await markOf(held, member)) }];
  const body = { sessionId: held.session.id, status, students };
  const answer = await campus.ask(held.teacher, 'POST', '/api/attendance/statuses', body);
  expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
};
const clearStatus = async (held: Held, member: Member) => {
  const body = { sessionId: held.session.id, marks: [await markOf(held, member)] };
  const answer = await campus.ask(held.teacher, 'POST', '/api/attendance/statuses/clear', body);
  expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
};

const recordIdIn = ({ session }: Held, { user }: Member) => `${session.id}-${user.id}`;
const dispute = (held: Held, member: Member) =>
  campus.ask(member.user, 'POST', `/api/attendance/${recordIdIn(held, member)}/dispute`, {
    note: 'I was on time',
  });
const answerDispute = (held: Held, member: Member, disputedAt?: string) =>
  campus.ask(held.teacher, 'POST', `/api/attendance/${recordIdIn(held, member)}/dispute/answer`, {
    answer: 'You were late',
    disputedAt,
  });
const toReview = async ({ teacher }: Held) =>
  (await campus.ask(teacher, 'GET', '/api/attendance?needsReview=true')).body as AttendanceRecord[];
const flag = ({ session }: Held, { user }: Member) =>
  campus.database.query(
    `INSERT INTO flags (session_id, student_id, reason, at, asks_review)
     VALUES ($1, $2, 'device_shared', now(), true)`,
    [session.id, user.id],
  );
/** Ends the class as if that, and the last change, had been long enough ago for emails. */
const settleNotices = async ({ session, end }: Held) => {
  await end();
  await eventually(async () => {
    const { rowCount } = await campus.database.query(
      `UPDATE sessions SET ended_at = now() - interval '20 minutes' WHERE id = $1 AND ended_at IS NOT NULL`,
      [session.id],
    );
    expect(rowCount).toBe(1);
  });
  await campus.database.query(
    `UPDATE notices SET changed_at = changed_at - interval '20 minutes' WHERE session_id = $1`,
    [session.id],
  );
};

describe('two records of one student', () => {
  it('are one row of the roster with the status of either, and two again after the undo', async () => {
    const held = await holdWithBoth();
    expect((await held.mark(held.rosa)).status).toBe(201);
    const before = await statusesOf(held);
    expect(before).toEqual({ Rosa: 'LATE', Grace: undefined, Ada: undefined });
    await held.merge();
    await eventually(async () => expect(await statusesOf(held)).toEqual({ Grace: 'LATE', Ada: undefined }));
    await held.undo();
    await eventually(async () =>
      expect(await statusesOf(held)).toEqual({ Rosa: 'LATE', Grace: undefined, Ada: undefined }),
    );
  });

  it('become one row, and two again, on a live roster that stays open', async () => {
    const held = await holdWithBoth();
    expect((await held.mark(held.rosa)).status).toBe(201);
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT 1 FROM recounts');
      expect(rows).toEqual([]);
    });
    const leaving = new AbortController();
    const { body } = await fetch(
      `${campus.services.urls.attendance}/api/attendance/live?sessionId=${held.session.id}`,
      {
        headers: { authorization: `Bearer ${campus.services.tokenFor(held.teacher)}` },
        signal: leaving.signal,
      },
    );
    // Like the page, it reads the roster only after an event.
    let shown = await statusesOf(held);
    const follow = async () => {
      for await (const text of body!.pipeThrough(new TextDecoderStream()))
        if (/event: ?changed/.test(text)) shown = await statusesOf(held);
    };
    const following = follow().catch(() => undefined);
    await held.merge();
    await eventually(() => expect(shown).toEqual({ Grace: 'LATE', Ada: undefined }));
    await held.undo();
    await eventually(() => expect(shown).toEqual({ Rosa: 'LATE', Grace: undefined, Ada: undefined }));
    leaving.abort();
    await following;
  });

  it('have the status of the earlier scan', async () => {
    const held = await holdWithBoth();
    await held.mark(held.rosa);
    await held.mark(held.grace);
    const at = (minutes: number, { user }: Member) =>
      campus.database.query('UPDATE scans SET scanned_at = $1 WHERE session_id = $2 AND student_id = $3', [
        ago(minutes),
        held.session.id,
        user.id,
      ]);
    await at(15, held.rosa);
    await at(2, held.grace);
    await held.merge();
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ Grace: 'PRESENT' }));
    await held.undo();
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ Grace: 'LATE' }));
  });

  it('count once in rates, lists and exports', async () => {
    const held = await holdWithBoth();
    await held.mark(held.rosa);
    await held.end();
    await held.merge();
    await eventually(async () => expect(await statusesOf(held)).toEqual({ Grace: 'LATE', Ada: 'ABSENT' }));
    const { teacher, course, grace, rosa } = held;
    await eventually(async () => {
      const grid = courseGridSchema.parse(
        (await campus.ask(teacher, 'GET', `/api/analytics/courses/${course.id}/grid`)).body,
      );
      const statuses = grid.students.map(({ student, statuses }) => [student.name, statuses]);
      expect(Object.fromEntries(statuses)).toEqual({ Grace: ['LATE'], Ada: ['ABSENT'] });
    });
    const page = await campus.ask(
      teacher,
      'GET',
      `/api/analytics/courses/${course.id}/students/${grace.user.id}`,
    );
    expect(courseStudentSchema.parse(page.body)).toMatchObject({ late: 1, absent: 0 });
    const { body: own } = await campus.ask(grace.user, 'GET', '/api/attendance');
    expect(own).toMatchObject([{ status: 'LATE' }]);
    const exported = await campus.call(teacher, 'GET', `/api/attendance/export?courseId=${course.id}`);
    const lines = (await exported.text()).split('\n');
    expect(lines.filter((line) => line.includes('Grace'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('Rosa'))).toEqual([]);
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT FROM records WHERE student_id = $1', [
        rosa.user.id,
      ]);
      expect(rows).toEqual([]);
    });
  });

  it('keep a decision on either, until the kept record is decided on', async () => {
    const held = await holdWithBoth();
    await setStatus(held, held.rosa, 'EXCUSED');
    await held.merge();
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ Grace: 'EXCUSED' }));
    await setStatus(held, held.grace, 'PRESENT');
    expect(await statusesOf(held)).toMatchObject({ Grace: 'PRESENT' });
    await clearStatus(held, held.grace);
    expect(await statusesOf(held)).toMatchObject({ Grace: undefined });
    await held.undo();
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ Rosa: 'EXCUSED' }));
  });

  it('let a teacher clear a decision on the merged record', async () => {
    const held = await holdWithBoth();
    await setStatus(held, held.rosa, 'EXCUSED');
    await held.merge();
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ Grace: 'EXCUSED' }));
    await clearStatus(held, held.grace);
    expect(await statusesOf(held)).toMatchObject({ Grace: undefined });
  });

  it('have one history, and the personal data of both belong to the student', async () => {
    const held = await holdWithBoth();
    await held.mark(held.rosa);
    await held.merge();
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ Grace: 'LATE' }));
    const id = `${held.session.id}-${held.grace.user.id}`;
    const { body: history } = await campus.ask(held.teacher, 'GET', `/api/attendance/${id}/history`);
    expect(history as AuditEntry[]).toMatchObject([
      { action: 'marked', to: 'LATE', actor: { name: 'Rosa' } },
    ]);
    const { body: data } = await campus.ask(held.grace.user, 'GET', '/api/attendance/my-data');
    expect((data as PersonalData).records['scans']).toHaveLength(1);
  });

  it('have one dispute, which is answered to the kept student', async () => {
    const held = await holdWithBoth();
    await held.mark(held.rosa);
    expect((await dispute(held, held.rosa)).status).toBe(200);
    await held.merge();
    const shown = { _id: recordIdIn(held, held.grace), dispute: { note: 'I was on time' } };
    await eventually(async () => expect(await toReview(held)).toMatchObject([shown]));
    expect(await dispute(held, held.grace)).toMatchObject({ status: 409, body: { code: 'dispute_open' } });
    const answered = { note: 'I was on time', answer: 'You were late' };
    expect(await answerDispute(held, held.grace)).toMatchObject({ status: 200, body: { dispute: answered } });
    expect(await toReview(held)).toEqual([]);
    expect(await answerDispute(held, held.grace)).toMatchObject({
      status: 409,
      body: { code: 'no_open_dispute' },
    });
    expect((await campus.ask(held.grace.user, 'GET', '/api/attendance')).body).toMatchObject([
      { dispute: answered },
    ]);
    await settleNotices(held);
    const published = () => notices.filter(({ session }) => session.id === held.session.id);
    const expected = [{ kind: 'dispute_answered', notices: [{ receiverId: held.grace.user.id }] }];
    await eventually(() => expect(published()).toMatchObject(expected));
  });

  it('have both disputes answered one after the other', async () => {
    const held = await holdWithBoth();
    for (const member of [held.rosa, held.grace]) {
      await held.mark(member);
      expect((await dispute(held, member)).status).toBe(200);
    }
    await held.merge();
    await eventually(async () => expect(await toReview(held)).toHaveLength(1));
    const shownAt = async () => (await toReview(held))[0]?.dispute?.at;
    const first = await shownAt();
    expect((await answerDispute(held, held.grace, first)).status).toBe(200);
    // Another teacher saw only the first.
    expect(await answerDispute(held, held.grace, first)).toMatchObject({
      status: 409,
      body: { code: 'mark_changed' },
    });
    expect(await toReview(held)).toHaveLength(1);
    expect((await answerDispute(held, held.grace, await shownAt())).status).toBe(200);
    expect(await toReview(held)).toEqual([]);
  });

  it('have their flags reviewed as one record, and are no attempt of somebody without a mark', async () => {
    const held = await holdWithBoth();
    const id = recordIdIn(held, held.grace);
    await held.mark(held.rosa, { pin: '0000' });
    await held.mark(held.rosa);
    for (const member of [held.rosa, held.grace]) await flag(held, member);
    await held.merge();
    const flags = [{ reason: 'device_shared', at: expect.any(String) }];
    await eventually(async () => {
      const [record, ...others] = await toReview(held);
      expect(others).toEqual([]);
      expect(record).toMatchObject({ _id: id, status: 'LATE' });
      expect(record?.flags).toEqual(flags);
    });
    const listOf = async (list: string) =>
      (await campus.ask(held.teacher, 'GET', `/api/attendance/${list}?sessionId=${held.session.id}`)).body;
    expect(await listOf('attempts')).toEqual([]);
    expect(((await listOf('refused')) as RefusedTries).students).toEqual([]);
    const accepting = await campus.ask(held.teacher, 'POST', `/api/attendance/${id}/review`, {
      decision: 'accept',
    });
    expect(accepting.status).toBe(200);
    expect(await toReview(held)).toEqual([]);
    await clearStatus(held, held.grace);
    expect(await toReview(held)).toMatchObject([{ _id: id }]);
  });

  it('have the flags of a refused student listed as attempts of the kept one', async () => {
    const held = await holdWithBoth();
    await flag(held, held.rosa);
    await held.merge();
    const { body } = await campus.ask(
      held.teacher,
      'GET',
      `/api/attendance/attempts?sessionId=${held.session.id}`,
    );
    expect(body).toMatchObject([{ student: { name: 'Grace' }, flags: [{ reason: 'device_shared' }] }]);
  });

  it('are republished with the status of the kept record', async () => {
    const held = await holdWithBoth();
    await held.mark(held.rosa);
    await held.merge();
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ Grace: 'LATE' }));
    const statuses = () =>
      marks.filter(({ sessionId }) => sessionId === held.session.id).map(({ status }) => status);
    await eventually(() => expect(statuses()).toEqual(['LATE']));
    const topic = encodeURIComponent(attendanceMarked.name);
    const response = await fetch(`${campus.services.urls.attendance}/internal/republish?topic=${topic}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${campus.services.internalToken}` },
    });
    expect(response.status).toBe(200);
    await eventually(() => expect(statuses()).toEqual(['LATE', 'LATE']));
  });

  it('follow the newest event, in whatever order events come', async () => {
    const held = await holdWithBoth();
    await held.mark(held.rosa);
    await held.merge();
    await held.undo();
    const { id, name, userType } = held.rosa.user;
    const outdated = {
      id,
      name,
      userType,
      email: 'a@campus.example',
      version: 2,
      mergedInto: held.grace.user.id,
    };
    await campus.bus.publish(createEvent(userChanged, id, outdated));
    const marker = { ...outdated, id: held.ada.user.id, name: 'Ada Again', version: 5, mergedInto: null };
    await campus.bus.publish(createEvent(userChanged, marker.id, marker));
    await eventually(async () => expect(await statusesOf(held)).toMatchObject({ 'Ada Again': undefined }));
    expect(await statusesOf(held)).toMatchObject({ Rosa: 'LATE', Grace: undefined });
  });
});
