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
import { subscribeTo } from '@qr-attendance/messaging';
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
    [subscribeTo(attendanceMarked, hear), subscribeTo(attendanceCorrected, hear)],
    noDeadLetters,
  );
});
afterAll(async () => {
  await campus.stop();
  owner.stop();
});

const newest = (marks: AttendanceMarked[]) => marks.toSorted((a, b) => a.version - b.version).at(-1);

type ChosenStudent = { studentId: string; markId?: string; version?: number };
const set = (
  heldClass: HeldClass,
  status: string,
  students: ChosenStudent[],
  more: object = {},
  teacher = heldClass.teacher,
) =>
  campus.ask(teacher, 'POST', '/api/attendance/statuses', {
    sessionId: heldClass.session.id,
    status,
    students,
    ...more,
  }) as Promise<{ status: number; body: SetStatusesResult }>;
const clear = (
  heldClass: HeldClass,
  marks: { markId: string; version?: number | undefined }[],
  teacher = heldClass.teacher,
) =>
  campus.ask(teacher, 'POST', '/api/attendance/statuses/clear', {
    sessionId: heldClass.session.id,
    marks,
  }) as Promise<{ status: number; body: ClearDecisionsResult }>;
const seen = ({ _id, version }: Pick<AttendanceRecord, '_id' | 'version'>) => ({ markId: _id, version });
const of = ({ user }: Member, mark?: AttendanceRecord): ChosenStudent => ({
  studentId: user.id,
  ...(mark && { markId: mark._id }),
});
const historyOf = async (user: HeldClass['teacher'], markId: string) =>
  (await campus.ask(user, 'GET', `/api/attendance/${markId}/history`)).body as AuditEntry[];
const totalsOf = async ({ teacher, course }: HeldClass) =>
  (await campus.ask(teacher, 'GET', `/api/attendance/totals?courseId=${course.id}`)).body as AttendanceTotals;
const statusesOf = async (heldClass: HeldClass) =>
  Object.fromEntries((await heldClass.roster()).map(({ student, status }) => [student.name, status]));
const totals = (counts: Partial<AttendanceTotals>) => ({
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
  ...counts,
});

const rosterOf = (heldClass: HeldClass, teacher = heldClass.teacher, query = '') =>
  campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${heldClass.session.id}${query}`) as Promise<{
    status: number;
    body: Roster;
  }>;

describe('the roster of a session', () => {
  it('contains everybody who is enrolled or has a mark in one response, and matches the list of records', async () => {
    const heldClass = await campus.holdClass(3);
    const [grace, alan, edsger] = heldClass.members as [Member, Member, Member];
    await heldClass.mark(grace);
    await heldClass.mark(alan);
    const left = await campus.enroll(
      heldClass.course.id,
      alan.user,
      campus.securityOf(alan.user.id, alan.device),
    );
    await campus.publishMembership({ ...left, active: false, endedAt: ago(0), version: 2 });
    await eventually(async () => {
      const { status, body } = await rosterOf(heldClass);
      expect(status).toBe(200);
      const entries = new Map(body.entries.map((entry) => [entry.student._id, entry]));
      expect([...entries.keys()].toSorted()).toEqual(heldClass.members.map(({ user }) => user.id).toSorted());
      expect(entries.get(grace.user.id)).toMatchObject({ enrolledAt: expect.any(String) });
      expect(entries.get(alan.user.id)?.enrolledAt).toBeUndefined();
      expect(entries.get(edsger.user.id)?.mark).toBeUndefined();
      const marks = body.entries.flatMap(({ student, mark }) =>
        mark ? [{ ...mark, student, session: body.session }] : [],
      );
      expect(marks).toHaveLength(2);
      expect(marks).toEqual(expect.arrayContaining(await heldClass.roster()));
    });
  });

  it('is paged for a class that exceeds one response, and contains everybody once', async () => {
    const heldClass = await campus.holdClass(1);
    await campus.database.query(
      `WITH made AS (
         INSERT INTO people (id, user_type, name, email, version)
         SELECT gen_random_uuid(), 'STUDENT', 'Crowd ' || n, 'crowd' || n || '@campus.example', 1
           FROM generate_series(1, 2500) AS n RETURNING id)
       INSERT INTO members (course_id, student_id, active, enrolled_at, periods, version)
       SELECT $1, id, true, now(), '[]', 1 FROM made`,
      [heldClass.course.id],
    );
    const first = (await rosterOf(heldClass)).body;
    expect(first.entries).toHaveLength(2_000);
    const rest = (await rosterOf(heldClass, heldClass.teacher, `&after=${first.next}`)).body;
    expect(rest.next).toBeUndefined();
    const ids = [...first.entries, ...rest.entries].map(({ student }) => student._id);
    expect(ids).toHaveLength(2_501);
    expect(new Set(ids).size).toBe(2_501);
  });

  it('counts its students and those who have a mark', async () => {
    const heldClass = await campus.holdClass(3);
    const [grace, alan] = heldClass.members as [Member, Member];
    const count = async () =>
      (
        await campus.ask(
          heldClass.teacher,
          'GET',
          `/api/attendance/roster/counts?sessionId=${heldClass.session.id}`,
        )
      ).body;
    expect(await count()).toEqual({ students: 3, marked: 0 });
    const mark = (await heldClass.mark(grace)).body as AttendanceRecord;
    expect(await count()).toEqual({ students: 3, marked: 1 });
    await set(heldClass, 'LATE', [of(alan)]);
    await set(heldClass, 'ABSENT', [of(grace, mark)]);
    expect(await count()).toEqual({ students: 3, marked: 1 });
    await eventually(async () => {
      const { entries } = (await rosterOf(heldClass)).body;
      expect(await count()).toEqual({ students: entries.length, marked: 1 });
    });
  });

  it('returns 404 to another teacher', async () => {
    const heldClass = await campus.holdClass(1);
    const counts = `/api/attendance/roster/counts?sessionId=${heldClass.session.id}`;
    expect(await campus.ask(person('TEACHER', 'Mallory'), 'GET', counts)).toMatchObject({ status: 404 });
    expect(await rosterOf(heldClass, person('TEACHER', 'Mallory'))).toMatchObject({ status: 404 });
    expect(await rosterOf(heldClass, heldClass.teacher, '&after=x')).toMatchObject({ status: 400 });
  });
});

describe('a status set on the roster', () => {
  it('creates missing records and changes existing records, and each history shows the reason', async () => {
    const heldClass = await campus.holdClass(3);
    const [grace, alan, edsger] = heldClass.members as [Member, Member, Member];
    const mark = (await heldClass.mark(grace)).body as AttendanceRecord;
    const reason = 'Field trip';
    const answer = await set(heldClass, 'EXCUSED', [of(grace, mark), of(alan)], { reason });
    expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
    expect(answer.body.marks).toHaveLength(2);
    expect(await statusesOf(heldClass)).toEqual({ 'Student 0': 'EXCUSED', 'Student 1': 'EXCUSED' });
    expect(await totalsOf(heldClass)).toEqual(totals({ excused: 2 }));
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
        published.filter(({ sessionId }) => sessionId === heldClass.session.id).map(({ status }) => status),
      ).toEqual(expect.arrayContaining(['PRESENT', 'EXCUSED', 'EXCUSED'])),
    );
    const again = await set(heldClass, 'EXCUSED', [of(grace, mark), of(alan), of(edsger)]);
    expect(again.body).toMatchObject({ refused: [], marks: { length: 3 } });
    expect(await historyOf(grace.user, mark._id)).toHaveLength(2);
    expect(await heldClass.mark(edsger)).toMatchObject({ status: 409, body: { code: 'decided_by_teacher' } });
  });

  it('does not replace a record that the page did not show', async () => {
    const heldClass = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    const mark = (await heldClass.mark(grace)).body as AttendanceRecord;
    for (const chosen of [of(grace), { ...of(grace), markId: `${objectId()}-${grace.user.id}` }])
      expect((await set(heldClass, 'ABSENT', [chosen])).body).toMatchObject({
        marks: [{ _id: mark._id, status: 'PRESENT' }],
        refused: [{ studentId: grace.user.id, code: 'mark_changed' }],
      });
    expect((await set(heldClass, 'PRESENT', [of(grace)])).body).toMatchObject({ refused: [] });
    const twice = await set(heldClass, 'LATE', [of(grace, mark), of(grace, mark)]);
    expect(twice.body).toMatchObject({ marks: [{ status: 'LATE' }], refused: [] });
    expect(await historyOf(grace.user, mark._id)).toHaveLength(2);
  });

  it('does not replace a decision made since the page was loaded', async () => {
    const heldClass = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    const mark = (await heldClass.mark(grace)).body as AttendanceRecord;
    const [{ version } = mark] = await heldClass.roster();
    const asShown = { ...of(grace, mark), version: version! };
    expect((await set(heldClass, 'LATE', [asShown])).body).toMatchObject({ refused: [] });
    expect((await set(heldClass, 'ABSENT', [asShown])).body).toMatchObject({
      marks: [{ _id: mark._id, status: 'LATE' }],
      refused: [{ studentId: grace.user.id, code: 'mark_changed' }],
    });
  });

  it('changes nothing if the record already has that status', async () => {
    const heldClass = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    const mark = (await heldClass.mark(grace)).body as AttendanceRecord;
    expect((await set(heldClass, 'PRESENT', [of(grace, mark)])).body).toMatchObject({ refused: [] });
    expect(await historyOf(grace.user, mark._id)).toHaveLength(1);
  });

  it('creates one record for concurrent requests, and all others get a conflict', async () => {
    const heldClass = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    const statuses = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'PRESENT', 'LATE', 'ABSENT', 'EXCUSED'];
    const answers = await Promise.all(statuses.map((status) => set(heldClass, status, [of(grace)])));
    const { [grace.user.name]: status } = await statusesOf(heldClass);
    for (const [index, { body }] of answers.entries())
      expect(body.refused).toHaveLength(statuses[index] === status ? 0 : 1);
    const [mark] = await heldClass.roster();
    expect(await historyOf(grace.user, mark!._id)).toHaveLength(1);
    expect(await totalsOf(heldClass)).toEqual(totals({ [status!.toLowerCase()]: 1 }));
  });

  it('is possible only for enrolled students of one’s own sessions', async () => {
    const heldClass = await campus.holdClass(1);
    const other = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    expect(await set(heldClass, 'PRESENT', [of(grace)], {}, person('TEACHER'))).toMatchObject({
      status: 404,
      body: { error: 'Session not found' },
    });
    expect(await set(heldClass, 'PRESENT', [of(grace)], { sessionId: objectId() })).toMatchObject({
      status: 404,
    });
    expect(await set(heldClass, 'PRESENT', [of(grace)], {}, grace.user)).toMatchObject({ status: 403 });
    const stranger = other.members[0]!.user.id;
    expect((await set(heldClass, 'PRESENT', [{ studentId: stranger }, of(grace)])).body).toMatchObject({
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
  ])('is rejected if it makes no sense: case %#', async (more, field) => {
    const heldClass = await campus.holdClass(1);
    expect(await set(heldClass, 'PRESENT', [of(heldClass.members[0]!)], more)).toMatchObject({
      status: 400,
      body: { details: { fields: { [field]: expect.any(String) } } },
    });
    expect(await heldClass.roster()).toEqual([]);
  });
});

describe('clearing a decision', () => {
  it('removes a record that only the teacher set, so it no longer counts and the student can scan', async () => {
    const heldClass = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    const [wrong] = (await set(heldClass, 'ABSENT', [of(grace)], { reason: 'Somebody else' })).body.marks;
    expect(await clear(heldClass, [seen(wrong!)])).toMatchObject({
      status: 200,
      body: { marks: [], withdrawn: [wrong!._id], refused: [] },
    });
    expect(await heldClass.roster()).toEqual([]);
    expect(await totalsOf(heldClass)).toEqual(totals({}));
    await eventually(() =>
      // Events of two topics may arrive in either order; consumers keep the newest version.
      expect(newest(published.filter(({ id }) => id === wrong!._id))).toMatchObject({
        status: 'WITHDRAWN',
        version: 2,
      }),
    );
    expect((await clear(heldClass, [seen(wrong!)])).body).toMatchObject({ refused: [wrong!._id] });
    const mark = (await heldClass.mark(grace)).body as AttendanceRecord;
    expect(mark).toMatchObject({ status: 'PRESENT' });
    expect(mark._id).toBe(wrong!._id);
    expect(await historyOf(heldClass.teacher, mark._id)).toMatchObject([
      { action: 'set_on_roster', to: 'ABSENT', reason: 'Somebody else' },
      { action: 'undone', from: 'ABSENT', to: null },
      { action: 'marked', to: 'PRESENT' },
    ]);
    const { records } = (await campus.ask(grace.user, 'GET', '/api/attendance/my-data')).body as PersonalData;
    expect(records['history']).toHaveLength(4);
    const teachers = (await campus.ask(heldClass.teacher, 'GET', '/api/attendance/my-data'))
      .body as PersonalData;
    expect(teachers.records['decisions']).toMatchObject([{ action: 'set_on_roster' }, { action: 'undone' }]);
  });

  it('is not undone by a late retry of the decision', async () => {
    const heldClass = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    const pressId = randomUUID();
    const [wrong] = (await set(heldClass, 'ABSENT', [of(grace)], { pressId })).body.marks;
    await clear(heldClass, [seen(wrong!)]);
    const repeat = await set(heldClass, 'ABSENT', [of(grace)], { pressId });
    expect(repeat.body).toMatchObject({ marks: [], refused: [{ studentId: grace.user.id }] });
    expect(await heldClass.roster()).toEqual([]);
    const again = await set(heldClass, 'ABSENT', [of(grace)], { pressId: randomUUID() });
    expect(again.body).toMatchObject({ marks: [{ status: 'ABSENT' }], refused: [] });
  });

  it('is not undone by a late retry of a request that had changed nothing', async () => {
    const heldClass = await campus.holdClass(1);
    const [grace] = heldClass.members as [Member];
    const [late] = (await set(heldClass, 'LATE', [of(grace)])).body.marks;
    // The client does not receive the answer to this press.
    const [present] = (await set(heldClass, 'PRESENT', [{ ...of(grace, late), version: late!.version! }]))
      .body.marks;
    const press = [{ ...of(grace, late), version: late!.version! }] as const;
    const pressId = randomUUID();
    expect((await set(heldClass, 'PRESENT', [...press], { pressId })).body.refused).toEqual([]);
    await clear(heldClass, [seen(present!)]);
    expect((await set(heldClass, 'PRESENT', [...press], { pressId })).body).toMatchObject({
      marks: [],
      refused: [{ studentId: grace.user.id, code: 'mark_changed' }],
    });
    expect(await heldClass.roster()).toEqual([]);
  });

  it('makes the scan count again, however often the teacher decided, and allows another review', async () => {
    const location = { latitude: 52.5, longitude: 13.4, radius: 100 };
    const heldClass = await campus.holdClass(1, { location });
    const [grace] = heldClass.members as [Member];
    const here = { latitude: 52.5, longitude: 13.4, accuracy: 0 };
    const mark = (await heldClass.mark(grace, { location: here })).body as AttendanceRecord;
    const waiting = async () =>
      (
        await campus.ask(
          heldClass.teacher,
          'GET',
          `/api/attendance?needsReview=true&sessionId=${heldClass.session.id}`,
        )
      ).body as AttendanceRecord[];
    expect(await waiting()).toHaveLength(1);
    let changed = mark;
    for (const status of ['ABSENT', 'EXCUSED']) {
      changed = (await set(heldClass, status, [of(grace, changed)])).body.marks[0]!;
      expect(await waiting()).toEqual([]);
    }
    const answer = await clear(heldClass, [seen(changed)]);
    expect(answer.body).toMatchObject({ marks: [{ _id: mark._id, status: 'PRESENT' }], withdrawn: [] });
    expect(answer.body.marks[0]?.reviewedAt).toBeUndefined();
    expect(answer.body.marks[0]!.version).toBeGreaterThan(changed.version!);
    expect(await waiting()).toHaveLength(1);
    expect(await totalsOf(heldClass)).toEqual(totals({ present: 1 }));
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

  it('is rejected for other teachers, for other sessions, without a decision, and once the record has changed', async () => {
    const heldClass = await campus.holdClass(2);
    const [grace, alan] = heldClass.members as [Member, Member];
    const [mark] = (await set(heldClass, 'LATE', [of(grace)])).body.marks;
    const markId = mark!._id;
    expect(await clear(heldClass, [{ markId }], person('TEACHER'))).toMatchObject({ status: 404 });
    expect(await clear(heldClass, [{ markId }], grace.user)).toMatchObject({ status: 403 });
    const another = await campus.holdClass(1);
    expect(
      (await clear(another, [{ markId }, { markId: `${another.session.id}-${randomUUID()}` }])).body,
    ).toMatchObject({
      marks: [],
      refused: { length: 2 },
    });
    expect((await clear({ ...another, teacher: heldClass.teacher }, [{ markId }])).status).toBe(404);

    await set(heldClass, 'ABSENT', [{ ...of(grace, mark), version: mark!.version! }]);
    expect((await clear(heldClass, [seen(mark!)])).body).toMatchObject({ refused: [markId] });

    const own = (await heldClass.mark(alan)).body as AttendanceRecord;
    expect((await clear(heldClass, [seen(own)])).body).toMatchObject({ refused: [own._id] });
    expect(await statusesOf(heldClass)).toEqual({ 'Student 0': 'ABSENT', 'Student 1': 'PRESENT' });
    for (const marks of [
      [],
      [{ markId: 'x' }],
      Array.from({ length: 501 }, () => ({ markId: `${objectId()}-${randomUUID()}` })),
    ])
      expect(await clear(heldClass, marks)).toMatchObject({ status: 400 });
  });

  it('is serialized with the end of the session, and counts stay correct', async () => {
    const heldClass = await campus.holdClass(3);
    const [mark] = (await set(heldClass, 'PRESENT', [of(heldClass.members[0]!)])).body.marks;
    const [cleared] = await Promise.all([
      clear(heldClass, [seen(mark!)]),
      campus.publishSession({
        ...heldClass.session,
        active: false,
        endTime: ago(0),
        endedAt: ago(0),
        version: 2,
      }),
    ]);
    await eventually(async () => expect(await heldClass.roster()).toHaveLength(3));
    expect(await totalsOf(heldClass)).toEqual(totals({ absent: 3 }));
    expect(cleared.body.refused).toEqual([]);
  });

  it('leaves an absence in an ended session without a scan', async () => {
    const heldClass = await campus.holdClass(2);
    const [mark] = (await set(heldClass, 'PRESENT', [of(heldClass.members[0]!)])).body.marks;
    await campus.publishSession({
      ...heldClass.session,
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 2,
    });
    await eventually(async () => expect(await heldClass.roster()).toHaveLength(2));
    expect((await clear(heldClass, [seen(mark!)])).body).toMatchObject({
      withdrawn: [],
      marks: [{ _id: mark!._id, status: 'ABSENT', student: { name: 'Student 0' } }],
    });
    const [absent] = (await heldClass.roster()).filter(({ student }) => student.name === 'Student 0');
    const [excused] = (await set(heldClass, 'EXCUSED', [of(heldClass.members[0]!, absent)])).body.marks;
    expect((await clear(heldClass, [seen(excused!)])).body.marks).toMatchObject([{ status: 'ABSENT' }]);
    expect(await totalsOf(heldClass)).toEqual(totals({ absent: 2 }));
  });
});
