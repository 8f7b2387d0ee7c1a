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
import { createEvent, subscribeTo } from '@qr-attendance/messaging';
import { eventually, noDeadLetters, type TestUser } from '@qr-attendance/test-kit';
import { ago, objectId, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
const marks: AttendanceMarked[] = [];
const notices: NoticesDue[] = [];
beforeAll(async () => {
  campus = await startCampus();
  const keepMark = subscribeTo(attendanceMarked, async (mark) => void marks.push(mark));
  await campus.bus.subscribe('session', [keepMark], noDeadLetters);
  const keepNotices = subscribeTo(noticesDue, async (due) => void notices.push(due));
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

const holdWithBoth = async () => {
  const heldClass = await campus.holdClass(['Rosa', 'Grace', 'Ada'], { startTime: ago(20) });
  const [rosa, grace, ada] = heldClass.members as [Member, Member, Member];
  const voidMembership = ({ user }: Member) =>
    campus.publishMembership({
      id: objectId(),
      courseId: heldClass.course.id,
      studentId: user.id,
      active: false,
      version: 2,
      enrolledAt: ago(60),
      ended: 'LEFT',
      endedAt: ago(1),
      periods: [
        {
          sectionId: heldClass.course.id,
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
  const merge = async () => {
    await voidMembership(rosa);
    await publish(rosa.user, grace.user.id, 2);
  };
  const end = () =>
    campus.publishSession({
      ...heldClass.session,
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 3,
    });
  return { ...heldClass, rosa, grace, ada, merge, undo: () => publish(rosa.user, null, 3), end };
};
type MergedClass = Awaited<ReturnType<typeof holdWithBoth>>;

const statusesOf = async ({ teacher, session }: Pick<HeldClass, 'teacher' | 'session'>) => {
  const { body } = await campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${session.id}`);
  const { entries } = rosterSchema.parse(body);
  return Object.fromEntries(entries.map(({ student, mark }) => [student.name, mark?.status]));
};
const markOf = async ({ teacher, session }: MergedClass, { user }: Member) => {
  const { body } = await campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${session.id}`);
  const { mark } = rosterSchema.parse(body).entries.find(({ student }) => student._id === user.id) ?? {};
  return mark && { markId: mark._id, version: mark.version };
};
const setStatus = async (heldClass: MergedClass, member: Member, status: string) => {
  const students = [{ studentId: member.user.id, ...(await markOf(heldClass, member)) }];
  const body = { sessionId: heldClass.session.id, status, students };
  const answer = await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body);
  expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
};
const clearStatus = async (heldClass: MergedClass, member: Member) => {
  const body = { sessionId: heldClass.session.id, marks: [await markOf(heldClass, member)] };
  const answer = await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses/clear', body);
  expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
};

const recordIdIn = ({ session }: MergedClass, { user }: Member) => `${session.id}-${user.id}`;
const dispute = (heldClass: MergedClass, member: Member) =>
  campus.ask(member.user, 'POST', `/api/attendance/${recordIdIn(heldClass, member)}/dispute`, {
    note: 'I was on time',
  });
const answerDispute = (heldClass: MergedClass, member: Member, disputedAt?: string) =>
  campus.ask(heldClass.teacher, 'POST', `/api/attendance/${recordIdIn(heldClass, member)}/dispute/answer`, {
    answer: 'You were late',
    disputedAt,
  });
const toReview = async ({ teacher }: MergedClass) =>
  (await campus.ask(teacher, 'GET', '/api/attendance?needsReview=true')).body as AttendanceRecord[];
const flag = ({ session }: MergedClass, { user }: Member) =>
  campus.database.query(
    `INSERT INTO flags (session_id, student_id, reason, at, asks_review)
     VALUES ($1, $2, 'device_shared', now(), true)`,
    [session.id, user.id],
  );
/** Ends the class, and backdates its end and the last change until emails are due. */
const settleNotices = async ({ session, end }: MergedClass) => {
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
  it('become one roster row with the status of the marked record, and two rows again after an undo', async () => {
    const heldClass = await holdWithBoth();
    expect((await heldClass.mark(heldClass.rosa)).status).toBe(201);
    const before = await statusesOf(heldClass);
    expect(before).toEqual({ Rosa: 'LATE', Grace: undefined, Ada: undefined });
    await heldClass.merge();
    await eventually(async () =>
      expect(await statusesOf(heldClass)).toEqual({ Grace: 'LATE', Ada: undefined }),
    );
    await heldClass.undo();
    await eventually(async () =>
      expect(await statusesOf(heldClass)).toEqual({ Rosa: 'LATE', Grace: undefined, Ada: undefined }),
    );
  });

  it('become one row, and two again, on an open live roster', async () => {
    const heldClass = await holdWithBoth();
    expect((await heldClass.mark(heldClass.rosa)).status).toBe(201);
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT 1 FROM recounts');
      expect(rows).toEqual([]);
    });
    const leaving = new AbortController();
    const { body } = await fetch(
      `${campus.services.urls.attendance}/api/attendance/live?sessionId=${heldClass.session.id}`,
      {
        headers: { authorization: `Bearer ${campus.services.tokenFor(heldClass.teacher)}` },
        signal: leaving.signal,
      },
    );
    // Reloads the roster only after an event, like the page.
    let shown = await statusesOf(heldClass);
    const follow = async () => {
      for await (const text of body!.pipeThrough(new TextDecoderStream()))
        if (/event: ?changed/.test(text)) shown = await statusesOf(heldClass);
    };
    const following = follow().catch(() => undefined);
    await heldClass.merge();
    await eventually(() => expect(shown).toEqual({ Grace: 'LATE', Ada: undefined }));
    await heldClass.undo();
    await eventually(() => expect(shown).toEqual({ Rosa: 'LATE', Grace: undefined, Ada: undefined }));
    leaving.abort();
    await following;
  });

  it('have the status of the earlier scan after the merge', async () => {
    const heldClass = await holdWithBoth();
    await heldClass.mark(heldClass.rosa);
    await heldClass.mark(heldClass.grace);
    const at = (minutes: number, { user }: Member) =>
      campus.database.query('UPDATE scans SET scanned_at = $1 WHERE session_id = $2 AND student_id = $3', [
        ago(minutes),
        heldClass.session.id,
        user.id,
      ]);
    await at(15, heldClass.rosa);
    await at(2, heldClass.grace);
    await heldClass.merge();
    await eventually(async () => expect(await statusesOf(heldClass)).toMatchObject({ Grace: 'PRESENT' }));
    await heldClass.undo();
    await eventually(async () => expect(await statusesOf(heldClass)).toMatchObject({ Grace: 'LATE' }));
  });

  it('count once in rates, lists and exports', async () => {
    const heldClass = await holdWithBoth();
    await heldClass.mark(heldClass.rosa);
    await heldClass.end();
    await heldClass.merge();
    await eventually(async () =>
      expect(await statusesOf(heldClass)).toEqual({ Grace: 'LATE', Ada: 'ABSENT' }),
    );
    const { teacher, course, grace, rosa } = heldClass;
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

  it('keep a decision on the merged record until the kept record has a decision', async () => {
    const heldClass = await holdWithBoth();
    await setStatus(heldClass, heldClass.rosa, 'EXCUSED');
    await heldClass.merge();
    await eventually(async () => expect(await statusesOf(heldClass)).toMatchObject({ Grace: 'EXCUSED' }));
    await setStatus(heldClass, heldClass.grace, 'PRESENT');
    expect(await statusesOf(heldClass)).toMatchObject({ Grace: 'PRESENT' });
    await clearStatus(heldClass, heldClass.grace);
    expect(await statusesOf(heldClass)).toMatchObject({ Grace: undefined });
    await heldClass.undo();
    await eventually(async () => expect(await statusesOf(heldClass)).toMatchObject({ Rosa: 'EXCUSED' }));
  });

  it('let a teacher clear a decision made on the merged record', async () => {
    const heldClass = await holdWithBoth();
    await setStatus(heldClass, heldClass.rosa, 'EXCUSED');
    await heldClass.merge();
    await eventually(async () => expect(await statusesOf(heldClass)).toMatchObject({ Grace: 'EXCUSED' }));
    await clearStatus(heldClass, heldClass.grace);
    expect(await statusesOf(heldClass)).toMatchObject({ Grace: undefined });
  });

  it('have one history, and the student’s data export contains both', async () => {
    const heldClass = await holdWithBoth();
    await heldClass.mark(heldClass.rosa);
    await heldClass.merge();
    await eventually(async () => expect(await statusesOf(heldClass)).toMatchObject({ Grace: 'LATE' }));
    const id = `${heldClass.session.id}-${heldClass.grace.user.id}`;
    const { body: history } = await campus.ask(heldClass.teacher, 'GET', `/api/attendance/${id}/history`);
    expect(history as AuditEntry[]).toMatchObject([
      { action: 'marked', to: 'LATE', actor: { name: 'Rosa' } },
    ]);
    const { body: data } = await campus.ask(heldClass.grace.user, 'GET', '/api/attendance/my-data');
    expect((data as PersonalData).records['scans']).toHaveLength(1);
  });

  it('have one dispute, whose answer goes to the kept record', async () => {
    const heldClass = await holdWithBoth();
    await heldClass.mark(heldClass.rosa);
    expect((await dispute(heldClass, heldClass.rosa)).status).toBe(200);
    await heldClass.merge();
    const shown = { _id: recordIdIn(heldClass, heldClass.grace), dispute: { note: 'I was on time' } };
    await eventually(async () => expect(await toReview(heldClass)).toMatchObject([shown]));
    expect(await dispute(heldClass, heldClass.grace)).toMatchObject({
      status: 409,
      body: { code: 'dispute_open' },
    });
    const answered = { note: 'I was on time', answer: 'You were late' };
    expect(await answerDispute(heldClass, heldClass.grace)).toMatchObject({
      status: 200,
      body: { dispute: answered },
    });
    expect(await toReview(heldClass)).toEqual([]);
    expect(await answerDispute(heldClass, heldClass.grace)).toMatchObject({
      status: 409,
      body: { code: 'no_open_dispute' },
    });
    expect((await campus.ask(heldClass.grace.user, 'GET', '/api/attendance')).body).toMatchObject([
      { dispute: answered },
    ]);
    await settleNotices(heldClass);
    const published = () => notices.filter(({ session }) => session.id === heldClass.session.id);
    const expected = [{ kind: 'dispute_answered', notices: [{ receiverId: heldClass.grace.user.id }] }];
    await eventually(() => expect(published()).toMatchObject(expected));
  });

  it('can have two disputes, which are answered one after the other', async () => {
    const heldClass = await holdWithBoth();
    for (const member of [heldClass.rosa, heldClass.grace]) {
      await heldClass.mark(member);
      expect((await dispute(heldClass, member)).status).toBe(200);
    }
    await heldClass.merge();
    await eventually(async () => expect(await toReview(heldClass)).toHaveLength(1));
    const shownAt = async () => (await toReview(heldClass))[0]?.dispute?.at;
    const first = await shownAt();
    expect((await answerDispute(heldClass, heldClass.grace, first)).status).toBe(200);
    // The other teacher's page shows only the first dispute.
    expect(await answerDispute(heldClass, heldClass.grace, first)).toMatchObject({
      status: 409,
      body: { code: 'mark_changed' },
    });
    expect(await toReview(heldClass)).toHaveLength(1);
    expect((await answerDispute(heldClass, heldClass.grace, await shownAt())).status).toBe(200);
    expect(await toReview(heldClass)).toEqual([]);
  });

  it('have their flags reviewed as one record, not as rejected attempts', async () => {
    const heldClass = await holdWithBoth();
    const id = recordIdIn(heldClass, heldClass.grace);
    await heldClass.mark(heldClass.rosa, { pin: '0000' });
    await heldClass.mark(heldClass.rosa);
    for (const member of [heldClass.rosa, heldClass.grace]) await flag(heldClass, member);
    await heldClass.merge();
    const flags = [{ reason: 'device_shared', at: expect.any(String) }];
    await eventually(async () => {
      const [record, ...others] = await toReview(heldClass);
      expect(others).toEqual([]);
      expect(record).toMatchObject({ _id: id, status: 'LATE' });
      expect(record?.flags).toEqual(flags);
    });
    const listOf = async (list: string) =>
      (
        await campus.ask(
          heldClass.teacher,
          'GET',
          `/api/attendance/${list}?sessionId=${heldClass.session.id}`,
        )
      ).body;
    expect(await listOf('attempts')).toEqual([]);
    expect(((await listOf('refused')) as RefusedTries).students).toEqual([]);
    const accepting = await campus.ask(heldClass.teacher, 'POST', `/api/attendance/${id}/review`, {
      decision: 'accept',
    });
    expect(accepting.status).toBe(200);
    expect(await toReview(heldClass)).toEqual([]);
    await clearStatus(heldClass, heldClass.grace);
    expect(await toReview(heldClass)).toMatchObject([{ _id: id }]);
  });

  it('have the flags of a rejected student listed as attempts of the kept record', async () => {
    const heldClass = await holdWithBoth();
    await flag(heldClass, heldClass.rosa);
    await heldClass.merge();
    const { body } = await campus.ask(
      heldClass.teacher,
      'GET',
      `/api/attendance/attempts?sessionId=${heldClass.session.id}`,
    );
    expect(body).toMatchObject([{ student: { name: 'Grace' }, flags: [{ reason: 'device_shared' }] }]);
  });

  it('are republished with the status of the kept record', async () => {
    const heldClass = await holdWithBoth();
    await heldClass.mark(heldClass.rosa);
    await heldClass.merge();
    await eventually(async () => expect(await statusesOf(heldClass)).toMatchObject({ Grace: 'LATE' }));
    const statuses = () =>
      marks.filter(({ sessionId }) => sessionId === heldClass.session.id).map(({ status }) => status);
    await eventually(() => expect(statuses()).toEqual(['LATE']));
    const topic = encodeURIComponent(attendanceMarked.name);
    const response = await fetch(`${campus.services.urls.attendance}/internal/republish?topic=${topic}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${campus.services.internalToken}` },
    });
    expect(response.status).toBe(200);
    await eventually(() => expect(statuses()).toEqual(['LATE', 'LATE']));
  });

  it('follow the newest event, in whatever order events arrive', async () => {
    const heldClass = await holdWithBoth();
    await heldClass.mark(heldClass.rosa);
    await heldClass.merge();
    await heldClass.undo();
    const { id, name, userType } = heldClass.rosa.user;
    const outdated = {
      id,
      name,
      userType,
      email: 'a@campus.example',
      version: 2,
      mergedInto: heldClass.grace.user.id,
    };
    await campus.bus.publish(createEvent(userChanged, id, outdated));
    const marker = {
      ...outdated,
      id: heldClass.ada.user.id,
      name: 'Ada Again',
      version: 5,
      mergedInto: null,
    };
    await campus.bus.publish(createEvent(userChanged, marker.id, marker));
    await eventually(async () =>
      expect(await statusesOf(heldClass)).toMatchObject({ 'Ada Again': undefined }),
    );
    expect(await statusesOf(heldClass)).toMatchObject({ Rosa: 'LATE', Grace: undefined });
  });
});
