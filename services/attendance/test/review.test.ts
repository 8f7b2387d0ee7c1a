import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  MAX_HISTORY,
  republishedSchema,
  type AttendanceRecord,
  type AttendanceTotals,
  type AuditEntry,
} from '@qr-attendance/contracts';
import {
  attendanceCorrected,
  attendanceMarked,
  type AttendanceMarked,
} from '@qr-attendance/contracts/events';
import { subscribeTo } from '@qr-attendance/messaging';
import { eventually, createDevice, noDeadLetters } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';
import { createExports } from './exports.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

let auth: Owner;
let courses: Owner;
let campus: Campus;
const published: AttendanceMarked[] = [];
beforeAll(async () => {
  [auth, courses] = await Promise.all([startOwner(), startOwner()]);
  campus = await startCampus({ urls: { auth: auth.url, course: courses.url } });
  const hear = async (mark: AttendanceMarked) => void published.push(mark);
  await campus.bus.subscribe(
    'session',
    [subscribeTo(attendanceMarked, hear), subscribeTo(attendanceCorrected, hear)],
    noDeadLetters,
  );
  // A republication waits for every group that subscribes to its topic, so the auth service's subscription is
  // declared, too.
  await campus.bus.subscribe('auth', [subscribeTo(attendanceMarked, async () => {})], noDeadLetters);
});
afterAll(async () => {
  await campus.stop();
  auth.stop();
  courses.stop();
});

const record = (answer: { body: unknown }) => answer.body as AttendanceRecord;
const review = ({ teacher }: Pick<HeldClass, 'teacher'>, markId: string, body: object) =>
  campus.ask(teacher, 'POST', `/api/attendance/${markId}/review`, body);
const correct = (heldClass: HeldClass, markId: string, status: string, reason = 'I saw it myself') =>
  review(heldClass, markId, { decision: 'correct', status, reason });
const byHand = ({ teacher, session }: HeldClass, member: Member, more: object = {}) =>
  campus.ask(teacher, 'POST', '/api/attendance/by-hand', {
    sessionId: session.id,
    studentId: member.user.id,
    status: 'PRESENT',
    reason: 'Empty battery',
    ...more,
  });
const historyOf = async (user: HeldClass['teacher'], markId: string) =>
  (await campus.ask(user, 'GET', `/api/attendance/${markId}/history`)).body as AuditEntry[];
const totalsOf = async ({ teacher, course }: HeldClass) =>
  (await campus.ask(teacher, 'GET', `/api/attendance/totals?courseId=${course.id}`)).body as AttendanceTotals;
const endClass = (heldClass: HeldClass) =>
  campus.publishSession({
    ...heldClass.session,
    active: false,
    endTime: ago(0),
    endedAt: ago(0),
    version: 2,
  });

describe('unusual input', () => {
  it('changes nothing if it names an unknown version of a record', async () => {
    const heldClass = await campus.holdClass(1);
    const [member] = heldClass.members as [Member];
    const { _id: markId } = record(await heldClass.mark());
    const version = 3_000_000_000;
    expect(await review(heldClass, markId, { decision: 'accept', version })).toMatchObject({ status: 409 });
    const students = [{ studentId: member.user.id, markId, version }];
    const set = { sessionId: heldClass.session.id, status: 'LATE', students };
    expect(await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', set)).toMatchObject({
      status: 200,
      body: { marks: [{ status: 'PRESENT', version: 1 }], refused: [{ studentId: member.user.id }] },
    });
    const clear = { sessionId: heldClass.session.id, marks: [{ markId, version }] };
    expect(
      await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses/clear', clear),
    ).toMatchObject({
      status: 200,
      body: { marks: [], refused: [markId] },
    });
  });

  it('is repaired if a reason contains half of a surrogate pair', async () => {
    const heldClass = await campus.holdClass(1);
    const { body, status } = await byHand(heldClass, heldClass.members[0]!, { reason: 'a\ud800' });
    expect(status).toBe(200);
    expect(await historyOf(heldClass.teacher, record({ body })._id)).toMatchObject([{ reason: 'a\ufffd' }]);
  });
});

describe('the history of a record', () => {
  it('is limited to the newest entries if there are very many', async () => {
    const heldClass = await campus.holdClass(1);
    const mark = record(await heldClass.mark());
    await campus.database.query(
      `INSERT INTO audit_log (session_id, course_id, student_id, at, action, actor_id, to_status)
       SELECT $1, $2, $3, now() + make_interval(secs => i), 'set_on_roster', $4,
              CASE WHEN i % 2 = 0 THEN 'LATE' ELSE 'EXCUSED' END
         FROM generate_series(1, $5::int) AS i`,
      [
        heldClass.session.id,
        heldClass.course.id,
        heldClass.members[0]!.user.id,
        heldClass.teacher.id,
        MAX_HISTORY + 9,
      ],
    );
    const history = await historyOf(heldClass.teacher, mark._id);
    expect(history).toHaveLength(MAX_HISTORY);
    const set = history.filter(({ action }) => action === 'set_on_roster');
    expect(set.length).toBeGreaterThan(MAX_HISTORY - 5);
    // The newest entry is 509 seconds after the mark.
    expect(Date.parse(set.at(-1)!.at) - Date.parse(mark.timestamp)).toBeGreaterThan(
      (MAX_HISTORY + 5) * 1_000,
    );
  });
});

const NOT_FOUND = { status: 404, body: { error: 'Mark not found' } };

describe('a correction', () => {
  it('changes record, totals and rates together, publishes a higher version, and is stored with its reason', async () => {
    const heldClass = await campus.holdClass(2);
    const mark = record(await heldClass.mark());
    await heldClass.mark(heldClass.members[1]);
    expect(await correct(heldClass, mark._id, 'LATE', 'Came at half past')).toMatchObject({
      status: 200,
      body: { _id: mark._id, status: 'LATE', reviewedAt: expect.any(String) },
    });
    const totals = { present: 1, late: 1, absent: 0, excused: 0 };
    expect(await totalsOf(heldClass)).toEqual(totals);
    await eventually(() =>
      expect(
        published.filter(({ id }) => id === mark._id).toSorted((a, b) => a.version - b.version),
      ).toMatchObject([
        { status: 'PRESENT', version: 1 },
        { status: 'LATE', version: 2, sessionId: heldClass.session.id },
      ]),
    );
    const lines = [
      { action: 'marked', actor: { name: 'Student 0', userType: 'STUDENT' }, from: null, to: 'PRESENT' },
      { action: 'corrected', actor: { userType: 'TEACHER' }, from: 'PRESENT', to: 'LATE' },
    ];
    expect(await historyOf(heldClass.teacher, mark._id)).toMatchObject(lines);
    const seenByStudent = await historyOf(heldClass.members[0]!.user, mark._id);
    expect(seenByStudent).toMatchObject(lines);
    expect(seenByStudent[1]?.reason).toBe('Came at half past');
  });

  it('counts neither as attended nor as missed if it sets EXCUSED', async () => {
    const heldClass = await campus.holdClass(2);
    const mark = record(await heldClass.mark());
    await endClass(heldClass);
    const rates = async () =>
      (await campus.ask(heldClass.teacher, 'GET', `/api/analytics/courses/${heldClass.course.id}/students`))
        .body;
    await eventually(async () => expect(await totalsOf(heldClass)).toMatchObject({ absent: 1 }));
    const [absence] = (await heldClass.roster()).filter(({ status }) => status === 'ABSENT');
    await correct(heldClass, absence!._id, 'EXCUSED');
    expect(await rates()).toMatchObject([
      { present: 1, attendancePercentage: 100 },
      { absent: 0, excused: 1, attendancePercentage: null },
    ]);
    expect((await campus.ask(heldClass.teacher, 'GET', '/api/analytics/summary')).body).toMatchObject({
      attendancePercentage: 100,
    });
    const excused = await campus.ask(heldClass.teacher, 'GET', '/api/attendance?status=EXCUSED');
    expect(excused.body).toMatchObject([{ _id: absence!._id }]);
    const csv = await campus.call(heldClass.teacher, 'GET', '/api/attendance/export?status=EXCUSED');
    expect(await csv.text()).toContain('EXCUSED');
    expect(await historyOf(heldClass.teacher, absence!._id)).toMatchObject([
      { action: 'absent_at_end', actor: null, to: 'ABSENT' },
      { action: 'corrected', from: 'ABSENT', to: 'EXCUSED' },
    ]);
    expect(mark.status).toBe('PRESENT');
  });

  it('is not overwritten by later absences or another mark of the student', async () => {
    const heldClass = await campus.holdClass(2);
    const mark = record(await heldClass.mark());
    expect(await review(heldClass, mark._id, { decision: 'refuse', reason: 'Was not there' })).toMatchObject({
      status: 200,
      body: { status: 'ABSENT' },
    });
    expect(await heldClass.mark()).toMatchObject({ status: 409, body: { code: 'decided_by_teacher' } });
    await correct(heldClass, mark._id, 'EXCUSED');
    await endClass(heldClass);
    await eventually(async () => expect(await heldClass.roster()).toHaveLength(2));
    const totals = { present: 0, late: 0, absent: 1, excused: 1 };
    expect(await totalsOf(heldClass)).toEqual(totals);
  });

  it('is serialized with concurrent corrections: counts agree, and all but one get a conflict', async () => {
    const heldClass = await campus.holdClass(1);
    const mark = record(await heldClass.mark());
    const wishes = ['LATE', 'ABSENT', 'EXCUSED', 'PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'LATE'];
    const answers = await Promise.all(wishes.map((status) => correct(heldClass, mark._id, status)));
    const lost = answers.filter(({ status }) => status === 409);
    for (const { body } of lost) expect(body).toMatchObject({ code: 'mark_changed' });
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length + lost.length).toBe(wishes.length);
    const history = await historyOf(heldClass.teacher, mark._id);
    expect(history).toHaveLength(1 + won.length);
    history.slice(1).forEach((line, index) => expect(line.from).toBe(history[index]?.to));
    const [present] = await heldClass.roster();
    expect(history.at(-1)?.to).toBe(present?.status);
    expect(await totalsOf(heldClass)).toMatchObject({ [String(present?.status).toLowerCase()]: 1 });
  });

  it('is possible only for the course’s teacher, and requires a reason', async () => {
    const heldClass = await campus.holdClass(1);
    const mark = record(await heldClass.mark());
    const wish = { decision: 'correct', status: 'ABSENT', reason: 'x' };
    expect(await review({ teacher: person('TEACHER') }, mark._id, wish)).toMatchObject(NOT_FOUND);
    expect(await review({ teacher: heldClass.members[0]!.user }, mark._id, wish)).toMatchObject({
      status: 403,
    });
    for (const [changes, field] of [
      [{ reason: ' ' }, 'reason'],
      [{ status: 'ASLEEP' }, 'status'],
      [{ decision: 'forget' }, 'decision'],
    ] as const)
      expect(await review(heldClass, mark._id, { ...wish, ...changes })).toMatchObject({
        status: 400,
        body: { details: { fields: { [field]: expect.any(String) } } },
      });
    expect(await review(heldClass, 'x', wish)).toMatchObject({ status: 400 });
    expect(await historyOf(heldClass.teacher, mark._id)).toHaveLength(1);
  });
});

describe('the history of a record', () => {
  it('cannot be changed or deleted, even in the database', async () => {
    const heldClass = await campus.holdClass(1);
    const mark = record(await heldClass.mark());
    for (const sql of [
      `UPDATE audit_log SET to_status = 'LATE' WHERE session_id = '${heldClass.session.id}'`,
      `DELETE FROM audit_log WHERE session_id = '${heldClass.session.id}'`,
      'TRUNCATE audit_log CASCADE',
      `UPDATE audit_texts SET text = 'x'`,
      `DELETE FROM session_revisions WHERE session_id = '${heldClass.session.id}'`,
    ])
      await expect(campus.database.query(sql)).rejects.toThrow('append-only');
    expect(await historyOf(heldClass.teacher, mark._id)).toHaveLength(1);
  });

  it('is visible only to its student and teacher', async () => {
    const heldClass = await campus.holdClass(2);
    const mark = record(await heldClass.mark());
    for (const user of [person('TEACHER'), heldClass.members[1]!.user])
      expect(await campus.ask(user, 'GET', `/api/attendance/${mark._id}/history`)).toMatchObject(NOT_FOUND);
  });
});

describe('a manual mark', () => {
  it('requires no proofs from the student, and records author and reason', async () => {
    const heldClass = await campus.holdClass(1);
    const [member] = heldClass.members as [Member];
    const answer = await byHand(heldClass, member, { status: 'LATE' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'LATE', student: { name: 'Student 0' } } });
    expect((await byHand(heldClass, member, { status: 'LATE' })).body).toEqual(answer.body);
    expect(await historyOf(member.user, record(answer)._id)).toMatchObject([
      { action: 'marked_by_hand', actor: { userType: 'TEACHER' }, to: 'LATE', reason: 'Empty battery' },
    ]);
    await eventually(() =>
      expect(published.filter(({ id }) => id === record(answer)._id)).toMatchObject([
        { status: 'LATE', version: 1 },
      ]),
    );
    expect(await totalsOf(heldClass)).toMatchObject({ late: 1 });
  });

  it('never replaces a mark', async () => {
    const heldClass = await campus.holdClass(1);
    const mark = record(await heldClass.mark());
    expect(await byHand(heldClass, heldClass.members[0]!, { status: 'ABSENT' })).toMatchObject({
      status: 409,
      body: { code: 'already_marked', details: { markId: mark._id } },
    });
    expect(await heldClass.roster()).toMatchObject([{ status: 'PRESENT' }]);
  });

  it('asks other services about a student whose enrollment has not arrived yet', async () => {
    const heldClass = await campus.holdClass(0);
    const user = person('STUDENT', 'Newcomer');
    const member = { user, device: createDevice() };
    expect(await byHand(heldClass, member)).toMatchObject({
      status: 409,
      body: { code: 'student_not_enrolled' },
    });
    courses.answers.set(`/internal/courses/${heldClass.course.id}/enrollments/${user.id}`, {
      id: objectId(),
      courseId: heldClass.course.id,
      studentId: user.id,
      active: true,
      enrolledAt: ago(1),
      periods: [
        { sectionId: heldClass.course.id, began: ago(1), recordedAt: ago(1), by: user.id, voided: false },
      ],
      version: 1,
    });
    auth.answers.set(`/internal/users/${user.id}`, {
      id: user.id,
      name: user.name,
      email: 'new@campus.example',
      userType: 'STUDENT',
      version: 1,
    });
    expect(await byHand(heldClass, member)).toMatchObject({
      status: 200,
      body: { student: { name: 'Newcomer' } },
    });
  });

  it('is possible only for enrolled students in the teacher’s own sessions', async () => {
    const heldClass = await campus.holdClass(1);
    const [member] = heldClass.members as [Member];
    expect(await byHand({ ...heldClass, teacher: person('TEACHER') }, member)).toMatchObject({ status: 404 });
    expect(await byHand({ ...heldClass, teacher: member.user }, member)).toMatchObject({ status: 403 });
    const left = {
      id: objectId(),
      courseId: heldClass.course.id,
      studentId: member.user.id,
      enrolledAt: ago(60),
    };
    await campus.publishMembership({ ...left, active: false, endedAt: ago(0), version: 2 });
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT active FROM members WHERE course_id = $1', [
        heldClass.course.id,
      ]);
      expect(rows).toEqual([{ active: false }]);
    });
    expect(await byHand(heldClass, member)).toMatchObject({
      status: 409,
      body: { code: 'student_not_enrolled' },
    });
    expect(await byHand(heldClass, member, { reason: '' })).toMatchObject({ status: 400 });
    expect(await heldClass.roster()).toEqual([]);
  });
});

describe('a dispute', () => {
  const dispute = (member: Member, markId: string, note = 'I was there') =>
    campus.ask(member.user, 'POST', `/api/attendance/${markId}/dispute`, { note });
  const answer = ({ teacher }: Pick<HeldClass, 'teacher'>, markId: string, disputedAt?: string) =>
    campus.ask(teacher, 'POST', `/api/attendance/${markId}/dispute/answer`, {
      answer: 'So you were',
      disputedAt,
    });
  const openOnes = async ({ teacher }: HeldClass) =>
    (await campus.ask(teacher, 'GET', '/api/attendance?needsReview=true')).body as AttendanceRecord[];

  it('is shown to the teacher until it is answered, and to the student with the answer', async () => {
    const heldClass = await campus.holdClass(1);
    const [member] = heldClass.members as [Member];
    const mark = record(await heldClass.mark());
    expect(await openOnes(heldClass)).toEqual([]);
    expect(await answer(heldClass, mark._id)).toMatchObject({
      status: 409,
      body: { code: 'no_open_dispute' },
    });
    const disputed = record(await dispute(member, mark._id));
    expect(disputed.dispute).toEqual({ note: 'I was there', at: expect.any(String) });
    expect(disputed).not.toHaveProperty('flags');
    expect(await openOnes(heldClass)).toMatchObject([{ _id: mark._id, dispute: { note: 'I was there' } }]);
    expect(await dispute(member, mark._id, 'Really')).toMatchObject({
      status: 409,
      body: { code: 'dispute_open' },
    });
    // Accepting the mark does not answer the dispute.
    await review(heldClass, mark._id, { decision: 'accept' });
    expect(await openOnes(heldClass)).toHaveLength(1);
    expect(await answer(heldClass, mark._id)).toMatchObject({
      status: 200,
      body: { dispute: { note: 'I was there', answer: 'So you were', answeredAt: expect.any(String) } },
    });
    expect(await openOnes(heldClass)).toEqual([]);
    expect(await historyOf(member.user, mark._id)).toMatchObject([
      { action: 'marked' },
      { action: 'disputed', actor: { userType: 'STUDENT' }, reason: 'I was there', from: null, to: null },
      { action: 'accepted', from: 'PRESENT', to: 'PRESENT' },
      { action: 'dispute_answered', actor: { userType: 'TEACHER' }, reason: 'So you were' },
    ]);
    expect(await dispute(member, mark._id, 'Still')).toMatchObject({ body: { dispute: { note: 'Still' } } });
  });

  it('is not closed by a decision from a teacher who has not seen it', async () => {
    const heldClass = await campus.holdClass(1);
    const mark = record(await heldClass.mark());
    await review(heldClass, mark._id, { decision: 'correct', status: 'LATE', reason: 'Came late' });
    const [shown] = await heldClass.roster();
    await dispute(heldClass.members[0]!, mark._id);
    const { version } = shown!;
    const changed = { status: 409, body: { code: 'mark_changed' } };
    expect(await review(heldClass, mark._id, { decision: 'accept', version })).toMatchObject(changed);
    const sessionId = heldClass.session.id;
    const clearing = { sessionId, marks: [{ markId: mark._id, version }] };
    const ask = (path: string, body: object) => campus.ask(heldClass.teacher, 'POST', path, body);
    expect(await ask('/api/attendance/statuses/clear', clearing)).toMatchObject({
      body: { marks: [], refused: [mark._id] },
    });
    const students = [{ studentId: heldClass.members[0]!.user.id, markId: mark._id, version }];
    expect(await ask('/api/attendance/statuses', { sessionId, status: 'ABSENT', students })).toMatchObject({
      body: { marks: [{ status: 'LATE' }], refused: [{ code: 'mark_changed' }] },
    });
    const [seen] = await heldClass.roster();
    const marks = [{ markId: mark._id, version: seen!.version }];
    expect(await ask('/api/attendance/statuses/clear', { sessionId, marks })).toMatchObject({
      body: { marks: [{ status: 'PRESENT', dispute: { note: 'I was there' } }], refused: [] },
    });
  });

  it('is not closed by an answer to an earlier dispute', async () => {
    const heldClass = await campus.holdClass(1);
    const [member] = heldClass.members as [Member];
    const mark = record(await heldClass.mark());
    const seen = record(await dispute(member, mark._id)).dispute?.at;
    expect((await answer(heldClass, mark._id, seen)).status).toBe(200);
    const newer = record(await dispute(member, mark._id, 'Still')).dispute?.at;
    expect(await answer(heldClass, mark._id, seen)).toMatchObject({
      status: 409,
      body: { code: 'mark_changed' },
    });
    expect(await openOnes(heldClass)).toMatchObject([{ _id: mark._id, dispute: { note: 'Still' } }]);
    expect((await answer(heldClass, mark._id, newer)).status).toBe(200);
    expect(await openOnes(heldClass)).toEqual([]);
  });

  it('is possible only for the student’s own record, and is answered by its teacher', async () => {
    const heldClass = await campus.holdClass(2);
    const mark = record(await heldClass.mark());
    expect(await dispute(heldClass.members[1]!, mark._id)).toMatchObject(NOT_FOUND);
    expect(await dispute({ ...heldClass.members[0]!, user: heldClass.teacher }, mark._id)).toMatchObject({
      status: 403,
    });
    await dispute(heldClass.members[0]!, mark._id);
    expect(await answer({ teacher: person('TEACHER') }, mark._id)).toMatchObject(NOT_FOUND);
    expect(await dispute(heldClass.members[0]!, mark._id, 'a\u0000b')).toMatchObject({ status: 400 });
  });
});

it('the live roster reports a correction', async () => {
  const heldClass = await campus.holdClass(1);
  const mark = record(await heldClass.mark());
  const leave = new AbortController();
  const path = `/api/attendance/live?sessionId=${heldClass.session.id}`;
  const stream = await campus.call(heldClass.teacher, 'GET', path, undefined, {}, leave.signal);
  const events = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const hear = async (what: RegExp) => {
    while (!what.test(heard)) heard += (await events.read()).value ?? '';
  };
  await hear(/event: ?open/);
  await correct(heldClass, mark._id, 'EXCUSED');
  await hear(/"status":"EXCUSED"/);
  leave.abort();
});

it('corrected marks are republished', async () => {
  const heldClass = await campus.holdClass(1);
  const mark = record(await heldClass.mark());
  await correct(heldClass, mark._id, 'LATE');
  const heard = () => published.filter(({ id, version }) => id === mark._id && version === 2).length;
  await eventually(() => expect(heard()).toBe(1));
  const topic = encodeURIComponent(attendanceCorrected.name);
  const response = await fetch(`${campus.services.urls.attendance}/internal/republish?topic=${topic}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${campus.services.internalToken}` },
  });
  expect(response.status).toBe(200);
  await eventually(() => expect(heard()).toBe(2));
});

it('republishing continues after the last record of a batch', async () => {
  await createExports(campus).writeMarks(await campus.holdClass(1), 101, ago(1));
  const republish = async (after?: string) => {
    const query = new URLSearchParams({
      topic: attendanceMarked.name,
      ...(after === undefined ? {} : { after }),
    });
    const response = await fetch(`${campus.services.urls.attendance}/internal/republish?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${campus.services.internalToken}` },
    });
    const body: unknown = await response.json();
    expect({ status: response.status, body }).toMatchObject({ status: 200 });
    return republishedSchema.parse(body);
  };
  // A busy service may answer 503, so the request is repeated.
  const first = await eventually(() => republish());
  expect(first).toEqual({ republished: 100, next: expect.any(String) });
  await eventually(() => republish(first.next));
});
