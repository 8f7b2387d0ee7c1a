import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AttendanceRecord,
  AttendanceTotals,
  AuditEntry,
  ClearDecisionsResult,
  PersonalData,
  Roster,
  SetStatusesResult,
} from '@qr-attendance/contracts';
import {
  attendanceCorrected,
  attendanceMarked,
  type AttendanceMarked,
} from '@qr-attendance/contracts/events';
import { on } from '@qr-attendance/messaging';
import { eventually, noDeadLetters } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

let owner: Owner;
let campus: Campus;
const published: AttendanceMarked[] = [];
beforeAll(async () => {
  owner = await startOwner();
  campus = await startCampus({ urls: { auth: owner.url, course: owner.url } });
  const hear = async (mark: AttendanceMarked) => void published.push(mark);
  await campus.bus.subscribe(
    'session',
    [on(attendanceMarked, hear), on(attendanceCorrected, hear)],
    noDeadLetters,
  );
});
afterAll(async () => {
  await campus.stop();
  owner.stop();
});

const newest = (marks: AttendanceMarked[]) => marks.toSorted((a, b) => a.version - b.version).at(-1);

type Chosen = { studentId: string; markId?: string; version?: number };
const set = (
  held: HeldClass,
  status: string,
  students: Chosen[],
  more: object = {},
  teacher = held.teacher,
) =>
  campus.ask(teacher, 'POST', '/api/attendance/statuses', {
    sessionId: held.session.id,
    status,
    students,
    ...more,
  }) as Promise<{ status: number; body: SetStatusesResult }>;
const clear = (
  held: HeldClass,
  marks: { markId: string; version?: number | undefined }[],
  teacher = held.teacher,
) =>
  campus.ask(teacher, 'POST', '/api/attendance/statuses/clear', {
    sessionId: held.session.id,
    marks,
  }) as Promise<{ status: number; body: ClearDecisionsResult }>;
const seen = ({ _id, version }: Pick<AttendanceRecord, '_id' | 'version'>) => ({ markId: _id, version });
const of = ({ user }: Member, mark?: AttendanceRecord): Chosen => ({
  studentId: user.id,
  ...(mark && { markId: mark._id }),
});
const historyOf = async (user: HeldClass['teacher'], markId: string) =>
  (await campus.ask(user, 'GET', `/api/attendance/${markId}/history`)).body as AuditEntry[];
const totalsOf = async ({ teacher, course }: HeldClass) =>
  (await campus.ask(teacher, 'GET', `/api/attendance/totals?courseId=${course.id}`)).body as AttendanceTotals;
const statusesOf = async (held: HeldClass) =>
  Object.fromEntries((await held.roster()).map(({ student, status }) => [student.name, status]));
const totals = (counts: Partial<AttendanceTotals>) => ({
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
  ...counts,
});

const rosterOf = (held: HeldClass, teacher = held.teacher, query = '') =>
  campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${held.session.id}${query}`) as Promise<{
    status: number;
    body: Roster;
  }>;

describe('the roster of a session', () => {
  it('contains everybody who is enrolled or has a mark, in one answer, equal to the list of records', async () => {
    const held = await campus.holdClass(3);
    const [grace, alan, edsger] = held.members as [Member, Member, Member];
    await held.mark(grace);
    await held.mark(alan);
    const left = await campus.enroll(held.course.id, alan.user, campus.securityOf(alan.user.id, alan.device));
    await campus.publishMembership({ ...left, active: false, endedAt: ago(0), version: 2 });
    await eventually(async () => {
      const { status, body } = await rosterOf(held);
      expect(status).toBe(200);
      const found = new Map(body.entries.map((entry) => [entry.student._id, entry]));
      expect([...found.keys()].toSorted()).toEqual(held.members.map(({ user }) => user.id).toSorted());
      expect(found.get(grace.user.id)).toMatchObject({ enrolledAt: expect.any(String) });
      expect(found.get(alan.user.id)?.enrolledAt).toBeUndefined();
      expect(found.get(edsger.user.id)?.mark).toBeUndefined();
      const marks = body.entries.flatMap(({ student, mark }) =>
        mark ? [{ ...mark, student, session: body.session }] : [],
      );
      expect(marks).toHaveLength(2);
      expect(marks).toEqual(expect.arrayContaining(await held.roster()));
    });
  });

  it('of a class larger than one answer is paged and contains everybody once', async () => {
    const held = await campus.holdClass(1);
    await campus.database.query(
      `WITH made AS (
         INSERT INTO people (id, user_type, name, email, version)
         SELECT gen_random_uuid(), 'STUDENT', 'Crowd ' || n, 'crowd' || n || '@campus.example', 1
           FROM generate_series(1, 2500) AS n RETURNING id)
       INSERT INTO members (course_id, student_id, active, enrolled_at, periods, version)
       SELECT $1, id, true, now(), '[]', 1 FROM made`,
      [held.course.id],
    );
    const first = (await rosterOf(held)).body;
    expect(first.entries).toHaveLength(2_000);
    const rest = (await rosterOf(held, held.teacher, `&after=${first.next}`)).body;
    expect(rest.next).toBeUndefined();
    const ids = [...first.entries, ...rest.entries].map(({ student }) => student._id);
    expect(ids).toHaveLength(2_501);
    expect(new Set(ids).size).toBe(2_501);
  });

  it('has counts of its students and of those who are marked', async () => {
    const held = await campus.holdClass(3);
    const [grace, alan] = held.members as [Member, Member];
    const count = async () =>
      (await campus.ask(held.teacher, 'GET', `/api/attendance/roster/counts?sessionId=${held.session.id}`))
        .body;
    expect(await count()).toEqual({ students: 3, marked: 0 });
    const mark = (await held.mark(grace)).body as AttendanceRecord;
    expect(await count()).toEqual({ students: 3, marked: 1 });
    await set(held, 'LATE', [of(alan)]);
    await set(held, 'ABSENT', [of(grace, mark)]);
    expect(await count()).toEqual({ students: 3, marked: 1 });
    await eventually(async () => {
      const { entries } = (await rosterOf(held)).body;
      expect(await count()).toEqual({ students: entries.length, marked: 1 });
    });
  });

  it('is not found by another teacher', async () => {
    const held = await campus.holdClass(1);
    const counts = `/api/attendance/roster/counts?sessionId=${held.session.id}`;
    expect(await campus.ask(person('TEACHER', 'Mallory'), 'GET', counts)).toMatchObject({ status: 404 });
    expect(await rosterOf(held, person('TEACHER', 'Mallory'))).toMatchObject({ status: 404 });
    expect(await rosterOf(held, held.teacher, '&after=x')).toMatchObject({ status: 400 });
  });
});

describe('a status set on the roster', () => {
  it('creates missing records and changes the others, with one reason, which their history shows', async () => {
    const held = await campus.holdClass(3);
    const [grace, alan, edsger] = held.members as [Member, Member, Member];
    const mark = (await held.mark(grace)).body as AttendanceRecord;
    const reason = 'Field trip';
    const answer = await set(held, 'EXCUSED', [of(grace, mark), of(alan)], { reason });
    expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
    expect(answer.body.marks).toHaveLength(2);
    expect(await statusesOf(held)).toEqual({ 'Student 0': 'EXCUSED', 'Student 1': 'EXCUSED' });
    expect(await totalsOf(held)).toEqual(totals({ excused: 2 }));
    expect(await historyOf(grace.user, mark._id)).toMatchObject([
      { action: 'marked', to: 'PRESENT' },
      { action: 'set_on_roster', actor: { userType: 'TEACHER' }, from: 'PRESENT', to: 'EXCUSED', reason },
    ]);
    const written = answer.body.marks.find(({ student }) => student._id === alan.user.id)!;
    expect(written).toMatchObject({ status: 'EXCUSED', version: 1, reviewedAt: expect.any(String) });
    expect(await historyOf(alan.user, written._id)).toMatchObject([
      { action: 'set_on_roster', from: null, to: 'EXCUSED', reason },
    ]);
    await eventually(() =>
      expect(
        published.filter(({ sessionId }) => sessionId === held.session.id).map(({ status }) => status),
      ).toEqual(expect.arrayContaining(['PRESENT', 'EXCUSED', 'EXCUSED'])),
    );
    const again = await set(held, 'EXCUSED', [of(grace, mark), of(alan), of(edsger)]);
    expect(again.body).toMatchObject({ refused: [], marks: { length: 3 } });
    expect(await historyOf(grace.user, mark._id)).toHaveLength(2);
    expect(await held.mark(edsger)).toMatchObject({ status: 409, body: { code: 'decided_by_teacher' } });
  });

  it('replaces no record that the page did not show', async () => {
    const held = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    const mark = (await held.mark(grace)).body as AttendanceRecord;
    for (const chosen of [of(grace), { ...of(grace), markId: `${objectId()}-${grace.user.id}` }])
      expect((await set(held, 'ABSENT', [chosen])).body).toMatchObject({
        marks: [{ _id: mark._id, status: 'PRESENT' }],
        refused: [{ studentId: grace.user.id, code: 'mark_changed' }],
      });
    expect((await set(held, 'PRESENT', [of(grace)])).body).toMatchObject({ refused: [] });
    const twice = await set(held, 'LATE', [of(grace, mark), of(grace, mark)]);
    expect(twice.body).toMatchObject({ marks: [{ status: 'LATE' }], refused: [] });
    expect(await historyOf(grace.user, mark._id)).toHaveLength(2);
  });

  it('changes no record that was decided on since the page showed it', async () => {
    const held = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    const mark = (await held.mark(grace)).body as AttendanceRecord;
    const [{ version } = mark] = await held.roster();
    const asShown = { ...of(grace, mark), version: version! };
    expect((await set(held, 'LATE', [asShown])).body).toMatchObject({ refused: [] });
    expect((await set(held, 'ABSENT', [asShown])).body).toMatchObject({
      marks: [{ _id: mark._id, status: 'LATE' }],
      refused: [{ studentId: grace.user.id, code: 'mark_changed' }],
    });
  });

  it('changes nothing if the record already has it', async () => {
    const held = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    const mark = (await held.mark(grace)).body as AttendanceRecord;
    expect((await set(held, 'PRESENT', [of(grace, mark)])).body).toMatchObject({ refused: [] });
    expect(await historyOf(grace.user, mark._id)).toHaveLength(1);
  });

  it('creates one record if set concurrently, and all others get a conflict', async () => {
    const held = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    const statuses = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'PRESENT', 'LATE', 'ABSENT', 'EXCUSED'];
    const answers = await Promise.all(statuses.map((status) => set(held, status, [of(grace)])));
    const { [grace.user.name]: status } = await statusesOf(held);
    for (const [index, { body }] of answers.entries())
      expect(body.refused).toHaveLength(statuses[index] === status ? 0 : 1);
    const [mark] = await held.roster();
    expect(await historyOf(grace.user, mark!._id)).toHaveLength(1);
    expect(await totalsOf(held)).toEqual(totals({ [status!.toLowerCase()]: 1 }));
  });

  it('is possible for enrolled students of one’s own sessions only', async () => {
    const held = await campus.holdClass(1);
    const other = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    expect(await set(held, 'PRESENT', [of(grace)], {}, person('TEACHER'))).toMatchObject({
      status: 404,
      body: { error: 'Session not found' },
    });
    expect(await set(held, 'PRESENT', [of(grace)], { sessionId: objectId() })).toMatchObject({ status: 404 });
    expect(await set(held, 'PRESENT', [of(grace)], {}, grace.user)).toMatchObject({ status: 403 });
    const stranger = other.members[0]!.user.id;
    expect((await set(held, 'PRESENT', [{ studentId: stranger }, of(grace)])).body).toMatchObject({
      marks: [{ student: { _id: grace.user.id } }],
      refused: [{ studentId: stranger, code: 'not_enrolled' }],
    });
    expect(await other.roster()).toEqual([]);
  });

  it.each([
    [{ students: [] }, 'students'],
    [{ students: Array.from({ length: 501 }, () => ({ studentId: randomUUID() })) }, 'students'],
    [{ students: [{ studentId: 'x' }] }, 'students.0.studentId'],
    [{ status: 'WITHDRAWN' }, 'status'],
    [{ reason: ' ' }, 'reason'],
    [{ sessionId: 'x' }, 'sessionId'],
  ])('is refused where it makes no sense: %#', async (more, field) => {
    const held = await campus.holdClass(1);
    expect(await set(held, 'PRESENT', [of(held.members[0]!)], more)).toMatchObject({
      status: 400,
      body: { details: { fields: { [field]: expect.any(String) } } },
    });
    expect(await held.roster()).toEqual([]);
  });
});

describe('clearing a decision', () => {
  it('removes a record that only the teacher set: the student can scan, and nothing counts it', async () => {
    const held = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    const [wrong] = (await set(held, 'ABSENT', [of(grace)], { reason: 'Somebody else' })).body.marks;
    expect(await clear(held, [seen(wrong!)])).toMatchObject({
      status: 200,
      body: { marks: [], withdrawn: [wrong!._id], refused: [] },
    });
    expect(await held.roster()).toEqual([]);
    expect(await totalsOf(held)).toEqual(totals({}));
    await eventually(() =>
      // Two topics, so they may come in either order: who hears of a mark keeps the newest version.
      expect(newest(published.filter(({ id }) => id === wrong!._id))).toMatchObject({
        status: 'WITHDRAWN',
        version: 2,
      }),
    );
    expect((await clear(held, [seen(wrong!)])).body).toMatchObject({ refused: [wrong!._id] });
    const mark = (await held.mark(grace)).body as AttendanceRecord;
    expect(mark).toMatchObject({ status: 'PRESENT' });
    expect(mark._id).toBe(wrong!._id);
    expect(await historyOf(held.teacher, mark._id)).toMatchObject([
      { action: 'set_on_roster', to: 'ABSENT', reason: 'Somebody else' },
      { action: 'undone', from: 'ABSENT', to: null },
      { action: 'marked', to: 'PRESENT' },
    ]);
    const { records } = (await campus.ask(grace.user, 'GET', '/api/attendance/my-data')).body as PersonalData;
    expect(records['history']).toHaveLength(4);
    const teachers = (await campus.ask(held.teacher, 'GET', '/api/attendance/my-data')).body as PersonalData;
    expect(teachers.records['decisions']).toMatchObject([{ action: 'set_on_roster' }, { action: 'undone' }]);
  });

  it('is not undone by a late repeat of the decision', async () => {
    const held = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    const pressId = randomUUID();
    const [wrong] = (await set(held, 'ABSENT', [of(grace)], { pressId })).body.marks;
    await clear(held, [seen(wrong!)]);
    const repeat = await set(held, 'ABSENT', [of(grace)], { pressId });
    expect(repeat.body).toMatchObject({ marks: [], refused: [{ studentId: grace.user.id }] });
    expect(await held.roster()).toEqual([]);
    const again = await set(held, 'ABSENT', [of(grace)], { pressId: randomUUID() });
    expect(again.body).toMatchObject({ marks: [{ status: 'ABSENT' }], refused: [] });
  });

  it('is not undone by a late repeat of a press that changed nothing the first time', async () => {
    const held = await campus.holdClass(1);
    const [grace] = held.members as [Member];
    const [late] = (await set(held, 'LATE', [of(grace)])).body.marks;
    // The answer to this press is lost.
    const [present] = (await set(held, 'PRESENT', [{ ...of(grace, late), version: late!.version! }])).body
      .marks;
    const press = [{ ...of(grace, late), version: late!.version! }] as const;
    const pressId = randomUUID();
    expect((await set(held, 'PRESENT', [...press], { pressId })).body.refused).toEqual([]);
    await clear(held, [seen(present!)]);
    expect((await set(held, 'PRESENT', [...press], { pressId })).body).toMatchObject({
      marks: [],
      refused: [{ studentId: grace.user.id, code: 'mark_changed' }],
    });
    expect(await held.roster()).toEqual([]);
  });

  it('makes the scan count again, however often the teacher decided, and allows another review', async () => {
    const location = { latitude: 52.5, longitude: 13.4, radius: 100 };
    const held = await campus.holdClass(1, { location });
    const [grace] = held.members as [Member];
    const here = { latitude: 52.5, longitude: 13.4, accuracy: 0 };
    const mark = (await held.mark(grace, { location: here })).body as AttendanceRecord;
    const waiting = async () =>
      (await campus.ask(held.teacher, 'GET', `/api/attendance?needsReview=true&sessionId=${held.session.id}`))
        .body as AttendanceRecord[];
    expect(await waiting()).toHaveLength(1);
    let changed = mark;
    for (const status of ['ABSENT', 'EXCUSED']) {
      changed = (await set(held, status, [of(grace, changed)])).body.marks[0]!;
      expect(await waiting()).toEqual([]);
    }
    const answer = await clear(held, [seen(changed)]);
    expect(answer.body).toMatchObject({ marks: [{ _id: mark._id, status: 'PRESENT' }], withdrawn: [] });
    expect(answer.body.marks[0]?.reviewedAt).toBeUndefined();
    expect(answer.body.marks[0]!.version).toBeGreaterThan(changed.version!);
    expect(await waiting()).toHaveLength(1);
    expect(await totalsOf(held)).toEqual(totals({ present: 1 }));
    expect((await historyOf(grace.user, mark._id)).map(({ action }) => action)).toEqual([
      'marked',
      'set_on_roster',
      'set_on_roster',
      'undone',
    ]);
    await eventually(() =>
      expect(newest(published.filter(({ id }) => id === mark._id))).toMatchObject({
        status: 'PRESENT',
        version: answer.body.marks[0]!.version,
      }),
    );
  });

  it('is rejected for others, for other sessions, without a decision, and once the record has changed', async () => {
    const held = await campus.holdClass(2);
    const [grace, alan] = held.members as [Member, Member];
    const [mark] = (await set(held, 'LATE', [of(grace)])).body.marks;
    const markId = mark!._id;
    expect(await clear(held, [{ markId }], person('TEACHER'))).toMatchObject({ status: 404 });
    expect(await clear(held, [{ markId }], grace.user)).toMatchObject({ status: 403 });
    const another = await campus.holdClass(1);
    expect(
      (await clear(another, [{ markId }, { markId: `${another.session.id}-${randomUUID()}` }])).body,
    ).toMatchObject({
      marks: [],
      refused: { length: 2 },
    });
    expect((await clear({ ...another, teacher: held.teacher }, [{ markId }])).status).toBe(404);

    await set(held, 'ABSENT', [{ ...of(grace, mark), version: mark!.version! }]);
    expect((await clear(held, [seen(mark!)])).body).toMatchObject({ refused: [markId] });

    const own = (await held.mark(alan)).body as AttendanceRecord;
    expect((await clear(held, [seen(own)])).body).toMatchObject({ refused: [own._id] });
    expect(await statusesOf(held)).toEqual({ 'Student 0': 'ABSENT', 'Student 1': 'PRESENT' });
    for (const marks of [
      [],
      [{ markId: 'x' }],
      Array.from({ length: 501 }, () => ({ markId: `${objectId()}-${randomUUID()}` })),
    ])
      expect(await clear(held, marks)).toMatchObject({ status: 400 });
  });

  it('is serialized with the end of the session, and counts stay correct', async () => {
    const held = await campus.holdClass(3);
    const [mark] = (await set(held, 'PRESENT', [of(held.members[0]!)])).body.marks;
    const [cleared] = await Promise.all([
      clear(held, [seen(mark!)]),
      campus.publishSession({ ...held.session, active: false, endTime: ago(0), endedAt: ago(0), version: 2 }),
    ]);
    await eventually(async () => expect(await held.roster()).toHaveLength(3));
    expect(await totalsOf(held)).toEqual(totals({ absent: 3 }));
    expect(cleared.body.refused).toEqual([]);
  });

  it('leaves an absence in an ended session without a scan', async () => {
    const held = await campus.holdClass(2);
    const [mark] = (await set(held, 'PRESENT', [of(held.members[0]!)])).body.marks;
    await campus.publishSession({
      ...held.session,
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 2,
    });
    await eventually(async () => expect(await held.roster()).toHaveLength(2));
    expect((await clear(held, [seen(mark!)])).body).toMatchObject({
      withdrawn: [],
      marks: [{ _id: mark!._id, status: 'ABSENT', student: { name: 'Student 0' } }],
    });
    const [absent] = (await held.roster()).filter(({ student }) => student.name === 'Student 0');
    const [excused] = (await set(held, 'EXCUSED', [of(held.members[0]!, absent)])).body.marks;
    expect((await clear(held, [seen(excused!)])).body.marks).toMatchObject([{ status: 'ABSENT' }]);
    expect(await totalsOf(held)).toEqual(totals({ absent: 2 }));
  });
});
