import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttendanceRecord, Roster } from '@qr-attendance/contracts';
import { noticesDue, type NoticesDue, type SessionChanged } from '@qr-attendance/contracts/events';
import { subscribeTo } from '@qr-attendance/messaging';
import { eventually, noDeadLetters } from '@qr-attendance/test-kit';
import { ago, person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
const published: NoticesDue[] = [];
beforeAll(async () => {
  campus = await startCampus();
  await campus.bus.subscribe(
    'auth',
    [subscribeTo(noticesDue, async (notices) => void published.push(notices))],
    noDeadLetters,
  );
});
afterAll(() => campus.stop());

const noticesOf = ({ session }: HeldClass, kind: string) =>
  published
    .filter((one) => one.session.id === session.id && one.kind === kind)
    .flatMap(({ notices }) => notices);
const waiting = async ({ session }: HeldClass): Promise<number> =>
  (await campus.database.query('SELECT FROM notices WHERE session_id = $1', [session.id])).rowCount ?? 0;
const pass = async ({ session }: HeldClass, minutes: number) => {
  await campus.database.query(
    'UPDATE notices SET changed_at = changed_at - make_interval(mins => $2) WHERE session_id = $1',
    [session.id, minutes],
  );
  await campus.database.query(
    'UPDATE sessions SET ended_at = ended_at - make_interval(mins => $2) WHERE id = $1',
    [session.id, minutes],
  );
};
const tookAll = (heldClass: HeldClass) => eventually(async () => expect(await waiting(heldClass)).toBe(0));
const settle = async (heldClass: HeldClass) => {
  await pass(heldClass, 16);
  await tookAll(heldClass);
};
const changed = (heldClass: HeldClass, changes: Partial<SessionChanged>) =>
  campus.publishSession({ ...heldClass.session, ...changes });
const end = async (heldClass: HeldClass) => {
  await changed(heldClass, { active: false, endTime: ago(0), endedAt: ago(0), version: 2 });
  await eventually(async () => {
    const { rows } = await campus.database.query('SELECT ended_at FROM sessions WHERE id = $1', [
      heldClass.session.id,
    ]);
    expect(rows[0]).toMatchObject({ ended_at: expect.any(Date) });
  });
};
const entryOf = async ({ teacher, session }: HeldClass, { user }: Member) => {
  const roster = (await campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${session.id}`))
    .body as Roster;
  return roster.entries.find(({ student }) => student._id === user.id)?.mark;
};
const set = async (heldClass: HeldClass, member: Member, status: string) => {
  const mark = await entryOf(heldClass, member);
  const student = { studentId: member.user.id, ...(mark && { markId: mark._id, version: mark.version }) };
  const body = { sessionId: heldClass.session.id, status, students: [student] };
  expect(await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body)).toMatchObject({
    status: 200,
    body: { refused: [] },
  });
};
const undo = async (heldClass: HeldClass, member: Member) => {
  const mark = await entryOf(heldClass, member);
  const body = { sessionId: heldClass.session.id, marks: [{ markId: mark?._id, version: mark?.version }] };
  const path = '/api/attendance/statuses/clear';
  expect(await campus.ask(heldClass.teacher, 'POST', path, body)).toMatchObject({ body: { refused: [] } });
};

describe('a status that a teacher sets', () => {
  it('is sent to the student no earlier than 15 minutes after the end of class', async () => {
    const heldClass = await campus.holdClass(2);
    const [early] = heldClass.members as [Member, Member];
    await heldClass.mark(early);
    await set(heldClass, early, 'LATE');
    await pass(heldClass, 60);
    await end(heldClass);
    await pass(heldClass, 14);
    // Notices of this class are due, and the same run skips the other class.
    const before = await campus.holdClass(1);
    await set(before, before.members[0]!, 'EXCUSED');
    await end(before);
    await settle(before);
    expect(await waiting(heldClass)).toBe(1);
    await pass(heldClass, 2);
    await tookAll(heldClass);
    await eventually(() =>
      expect(noticesOf(heldClass, 'status_changed')).toEqual([
        { receiverId: early.user.id, studentId: early.user.id, from: 'PRESENT', to: 'LATE' },
      ]),
    );
  });

  it('is sent once, with the final state, after twenty changes', async () => {
    const heldClass = await campus.holdClass(1);
    const member = heldClass.members[0]!;
    for (let index = 0; index < 10; index += 1) {
      await set(heldClass, member, index % 2 === 0 ? 'PRESENT' : 'LATE');
      await undo(heldClass, member);
    }
    await set(heldClass, member, 'EXCUSED');
    await end(heldClass);
    await settle(heldClass);
    await eventually(() =>
      expect(noticesOf(heldClass, 'status_changed')).toEqual([
        { receiverId: member.user.id, studentId: member.user.id, from: 'ABSENT', to: 'EXCUSED' },
      ]),
    );
  });

  it('is not sent if the status returns to the previous one', async () => {
    const heldClass = await campus.holdClass(3);
    const [undone, scanned, corrected] = heldClass.members as [Member, Member, Member];
    await set(heldClass, undone, 'PRESENT');
    await undo(heldClass, undone);
    await heldClass.mark(scanned);
    await set(heldClass, scanned, 'LATE');
    await set(heldClass, scanned, 'PRESENT');
    await set(heldClass, corrected, 'LATE');
    await end(heldClass);
    await settle(heldClass);
    await eventually(() =>
      expect(noticesOf(heldClass, 'status_changed')).toMatchObject([{ receiverId: corrected.user.id }]),
    );
    await set(heldClass, corrected, 'PRESENT');
    await set(heldClass, corrected, 'LATE');
    await settle(heldClass);
    const last = await campus.holdClass(1);
    await set(last, last.members[0]!, 'LATE');
    await end(last);
    await settle(last);
    await eventually(() => expect(noticesOf(last, 'status_changed')).toHaveLength(1));
    expect(noticesOf(heldClass, 'status_changed')).toHaveLength(1);
  });
});

describe('a dispute', () => {
  const dispute = async (heldClass: HeldClass, member: Member) => {
    const mark = (await heldClass.mark(member)).body as AttendanceRecord;
    const path = `/api/attendance/${mark._id}/dispute`;
    expect((await campus.ask(member.user, 'POST', path, { note: 'I was on time' })).status).toBe(200);
    return mark._id;
  };
  const answer = (heldClass: HeldClass, markId: string) =>
    campus.ask(heldClass.teacher, 'POST', `/api/attendance/${markId}/dispute/answer`, {
      answer: 'You were late',
    });

  it('is sent to the teacher, and its answer to the student', async () => {
    const heldClass = await campus.holdClass(1);
    const member = heldClass.members[0]!;
    const markId = await dispute(heldClass, member);
    await end(heldClass);
    await settle(heldClass);
    await eventually(() =>
      expect(noticesOf(heldClass, 'dispute')).toEqual([
        { receiverId: heldClass.teacher.id, studentId: member.user.id },
      ]),
    );
    expect((await answer(heldClass, markId)).status).toBe(200);
    await settle(heldClass);
    await eventually(() =>
      expect(noticesOf(heldClass, 'dispute_answered')).toEqual([
        { receiverId: member.user.id, studentId: member.user.id },
      ]),
    );
    expect(JSON.stringify(published)).not.toContain('I was on time');
  });

  it('is sent to staff whose current role lets them answer', async () => {
    const heldClass = await campus.holdClass(1);
    const [coTeacher, assistant, former] = [person('TEACHER'), person('TEACHER'), person('TEACHER')];
    await campus.publishStaff(
      heldClass.course,
      [
        [coTeacher, 'co-teacher'],
        [assistant, 'assistant'],
        [former, 'substitute', { from: ago(9_000), until: ago(60) }],
      ],
      2,
    );
    await dispute(heldClass, heldClass.members[0]!);
    await end(heldClass);
    await settle(heldClass);
    await eventually(() =>
      expect(
        noticesOf(heldClass, 'dispute')
          .map(({ receiverId }) => receiverId)
          .toSorted(),
      ).toEqual([heldClass.teacher.id, coTeacher.id].toSorted()),
    );
  });

  it('is sent only to the student if it was answered before the notice was due', async () => {
    const heldClass = await campus.holdClass(1);
    await answer(heldClass, await dispute(heldClass, heldClass.members[0]!));
    await end(heldClass);
    await settle(heldClass);
    await eventually(() => expect(noticesOf(heldClass, 'dispute_answered')).toHaveLength(1));
    expect(noticesOf(heldClass, 'dispute')).toEqual([]);
  });
});

describe('a canceled class', () => {
  const canceled = { active: false, canceledAt: ago(0), endedAt: ago(0), version: 2 };
  const reopened = { active: true, canceledAt: null, version: 3 };
  const isKnown = ({ session }: HeldClass, version: number) =>
    eventually(async () => {
      const { rows } = await campus.database.query('SELECT version FROM sessions WHERE id = $1', [
        session.id,
      ]);
      expect(rows).toEqual([{ version }]);
    });
  const change = async (heldClass: HeldClass, changes: { version: number }) => {
    await changed(heldClass, changes);
    await isKnown(heldClass, changes.version);
  };

  it('is announced to each of its students once, and so is a reinstated class', async () => {
    const heldClass = await campus.holdClass(3, { startTime: ago(120) });
    await change(heldClass, canceled);
    await settle(heldClass);
    const ids = heldClass.members.map(({ user }) => user.id).toSorted();
    const receivers = () =>
      noticesOf(heldClass, 'class_canceled')
        .map(({ receiverId }) => receiverId)
        .toSorted();
    await eventually(() => expect(receivers()).toEqual(ids));
    await changed(heldClass, canceled);
    await change(heldClass, reopened);
    await settle(heldClass);
    await eventually(() => expect(receivers()).toHaveLength(6));
    expect(published.filter(({ session }) => session.id === heldClass.session.id)).toMatchObject([
      { session: { canceled: true, courseName: 'Algorithms' } },
      { session: { canceled: false } },
    ]);
  });

  it('is not announced if it was reopened in time or created by mistake', async () => {
    const back = await campus.holdClass(1, { startTime: ago(120) });
    await change(back, canceled);
    await change(back, reopened);
    await settle(back);
    const mistake = await campus.holdClass(1, { startTime: ago(1) });
    await change(mistake, canceled);
    await settle(mistake);
    const last = await campus.holdClass(1, { startTime: ago(120) });
    await change(last, canceled);
    await settle(last);
    await eventually(() => expect(noticesOf(last, 'class_canceled')).toHaveLength(1));
    expect([...noticesOf(back, 'class_canceled'), ...noticesOf(mistake, 'class_canceled')]).toEqual([]);
  });
});

describe('a session without an end time', () => {
  const endByItself = (heldClass: HeldClass, by: string | null) => {
    const { date, startTime, lateAfterMinutes, teacherId } = heldClass.session;
    const revision = { date, startTime, lateAfterMinutes };
    return changed(heldClass, {
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 2,
      revisions: [
        {
          ...revision,
          at: startTime,
          by: teacherId,
          change: 'created',
        },
        {
          ...revision,
          at: ago(0),
          by,
          change: 'ended',
          endTime: ago(0),
        },
      ],
    });
  };

  it('is reported to its teacher if it ended automatically, but not if somebody ended it', async () => {
    const [forgotten, ended] = [await campus.holdClass(1), await campus.holdClass(1)];
    await endByItself(forgotten, null);
    await endByItself(ended, ended.teacher.id);
    await eventually(async () => expect(await waiting(forgotten)).toBe(1));
    await settle(forgotten);
    await eventually(() =>
      expect(noticesOf(forgotten, 'session_ended')).toEqual([{ receiverId: forgotten.teacher.id }]),
    );
    expect(await waiting(ended)).toBe(0);
    expect(noticesOf(ended, 'session_ended')).toEqual([]);
  });

  it('is not reported if its teacher has changed it since', async () => {
    const heldClass = await campus.holdClass(1);
    await endByItself(heldClass, null);
    await eventually(async () => expect(await waiting(heldClass)).toBe(1));
    await campus.database.query(
      `INSERT INTO session_revisions (session_id, number, at, actor_id, change, session_date, start_time, late_from)
       SELECT session_id, 2, now(), $2, 'edited', session_date, start_time, late_from
         FROM session_revisions WHERE session_id = $1 AND number = 0`,
      [heldClass.session.id, heldClass.teacher.id],
    );
    await settle(heldClass);
    expect(noticesOf(heldClass, 'session_ended')).toEqual([]);
  });
});

describe('a register that was not taken', () => {
  const dayOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const endUnheld = async (heldClass: HeldClass, more: Partial<SessionChanged> = {}) => {
    const unheld = { held: false, codeShownAt: undefined, date: dayOf(1) };
    await changed(heldClass, {
      ...unheld,
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 2,
      ...more,
    });
    await eventually(async () => expect(await waiting(heldClass)).toBe(1));
  };

  it('is reported once to the staff of its course after the end of the campus day', async () => {
    const [yesterday, today] = [await campus.holdClass(1), await campus.holdClass(1)];
    await endUnheld(yesterday);
    await endUnheld(today, { date: dayOf(-1) });
    await pass(today, 60);
    await settle(yesterday);
    await eventually(() =>
      expect(noticesOf(yesterday, 'register_not_taken')).toEqual([{ receiverId: yesterday.teacher.id }]),
    );
    expect(await waiting(today)).toBe(1);
    expect(noticesOf(today, 'register_not_taken')).toEqual([]);
    await changed(yesterday, {
      held: false,
      codeShownAt: undefined,
      date: dayOf(1),
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 3,
    });
    const next = await campus.holdClass(1);
    await endUnheld(next);
    await settle(next);
    await eventually(() => expect(noticesOf(next, 'register_not_taken')).toHaveLength(1));
    expect(noticesOf(yesterday, 'register_not_taken')).toHaveLength(1);
  });

  it('is not reported if the class was marked by hand, confirmed or canceled in the meantime', async () => {
    const [marked, confirmed, canceled] = [
      await campus.holdClass(1),
      await campus.holdClass(1),
      await campus.holdClass(1),
    ];
    for (const heldClass of [marked, confirmed, canceled]) await endUnheld(heldClass);
    await set(marked, marked.members[0]!, 'PRESENT');
    const answered = {
      codeShownAt: undefined,
      date: dayOf(1),
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
    };
    await changed(confirmed, { ...answered, held: true, version: 3 });
    await changed(canceled, { ...answered, held: false, canceledAt: ago(0), version: 3 });
    const last = await campus.holdClass(1);
    await endUnheld(last);
    for (const heldClass of [marked, confirmed, canceled, last]) await settle(heldClass);
    await eventually(() => expect(noticesOf(last, 'register_not_taken')).toHaveLength(1));
    for (const heldClass of [marked, confirmed, canceled])
      expect(noticesOf(heldClass, 'register_not_taken')).toEqual([]);
  });
});
