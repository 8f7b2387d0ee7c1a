import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AnalyticsSummary,
  AttendanceRecord,
  AttendanceTotals,
  CourseGrid,
  CourseStudent,
  Roster,
  StudentRate,
} from '@qr-attendance/contracts';
import { courseChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { createDevice, eventually, type TestUser } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const textOf = async (user: TestUser, path: string): Promise<string> => {
  const response = await campus.call(user, 'GET', path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};
const read = async <Body>(user: TestUser, path: string): Promise<Body> =>
  JSON.parse(await textOf(user, path)) as Body;
const statusOf = async (user: TestUser, path: string) => (await campus.call(user, 'GET', path)).status;

/**
 * A running class of Ada's course that also covers the course of Blaise and Bella. Each course has a separate
 * owner; `both` teaches in both.
 */
const holdJointClass = async () => {
  const heldClass = await campus.holdClass(['Ada Abbot']);
  const [ada] = heldClass.members as [Member];
  const [owner, both] = [person('TEACHER', 'Grace Guest'), person('TEACHER', 'Alan Both')];
  const id = objectId();
  const joined = {
    ...heldClass.course,
    id,
    sections: [{ id, name: '1' }],
    code: 'MA101',
    teacherId: owner.id,
  };
  await campus.bus.publish(createEvent(courseChanged, id, joined));
  await campus.publishStaff(joined, [[both, 'co-teacher']], 2);
  await campus.publishStaff(heldClass.course, [[both, 'co-teacher']], 2);
  const enroll = async (courseId: string, name: string): Promise<Member> => {
    const [user, device] = [person('STUDENT', name), createDevice()];
    await campus.enroll(courseId, user, campus.securityOf(user.id, device));
    return { user, device };
  };
  const [blaise, bella] = [await enroll(id, 'Blaise Baker'), await enroll(id, 'Bella Bishop')];
  const sections = [heldClass.course, joined].map((course) => ({
    courseId: course.id,
    sectionId: course.id,
  }));
  let { version } = heldClass.session;
  const publish = (more: object) =>
    campus.publishSession({ ...heldClass.session, sections, ...more, version: ++version });
  await publish({});
  const rosterPath = `/api/attendance/roster?sessionId=${heldClass.session.id}`;
  await eventually(async () => {
    const { entries } = await read<Roster>(both, rosterPath);
    expect(entries.map(({ student }) => student.name).toSorted()).toEqual([
      'Ada Abbot',
      'Bella Bishop',
      'Blaise Baker',
    ]);
  });
  const end = () => publish({ active: false, endTime: ago(0), endedAt: ago(0) });
  return {
    ...heldClass,
    joined,
    ada,
    blaise,
    bella,
    owner,
    both,
    sections,
    publish,
    end,
    enroll,
    rosterPath,
  };
};

describe('a joint class', () => {
  it('has one roster with each student’s course, and one code for all students', async () => {
    const { course, joined, ada, blaise, both, rosterPath, mark } = await holdJointClass();
    expect((await mark(ada)).body).toMatchObject({ session: { course: { _id: course.id } } });
    expect(await mark(blaise)).toMatchObject({
      status: 201,
      body: {
        status: 'PRESENT',
        session: {
          course: {
            _id: joined.id,
            code: 'MA101',
          },
        },
      },
    });
    const { entries } = await read<Roster>(both, rosterPath);
    const groups = entries.map(({ student, courseId, sectionId, mark: { status } = {} }) => ({
      name: student.name,
      courseId,
      sectionId,
      status,
    }));
    expect(groups.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      { name: 'Ada Abbot', courseId: course.id, sectionId: course.id, status: 'PRESENT' },
      { name: 'Bella Bishop', courseId: joined.id, sectionId: joined.id, status: undefined },
      { name: 'Blaise Baker', courseId: joined.id, sectionId: joined.id, status: 'PRESENT' },
    ]);
  });

  it('counts for each student in their own course, and counts as held in both courses', async () => {
    const { course, joined, ada, blaise, bella, teacher, owner, both, session, mark, end } =
      await holdJointClass();
    await mark(ada);
    await mark(blaise);
    await end();
    const rates = async (user: TestUser, courseId: string) =>
      (await read<StudentRate[]>(user, `/api/analytics/courses/${courseId}/students`)).map(
        ({ student, attendancePercentage }) => [student.name, attendancePercentage],
      );
    await eventually(async () => {
      expect(await rates(owner, joined.id)).toEqual([
        ['Bella Bishop', 0],
        ['Blaise Baker', 100],
      ]);
      expect(await rates(teacher, course.id)).toEqual([['Ada Abbot', 100]]);
    });
    for (const [user, totals] of [
      [teacher, { present: 1, absent: 0 }],
      [owner, { present: 1, absent: 1 }],
      [both, { present: 2, absent: 1 }],
    ] as const)
      expect(await read<AttendanceTotals>(user, '/api/attendance/totals')).toMatchObject(totals);
    for (const [user, attendancePercentage] of [
      [teacher, 100],
      [owner, 50],
    ] as const)
      expect(await read<AnalyticsSummary>(user, '/api/analytics/summary')).toMatchObject({
        totalSessions: 1,
        attendedSessions: 1,
        attendancePercentage,
      });
    expect((await read<AnalyticsSummary>(blaise.user, '/api/analytics/summary')).courseTotals).toEqual([
      { courseId: joined.id, present: 1, late: 0, absent: 0, excused: 0 },
    ]);
    const grid = await read<CourseGrid>(owner, `/api/analytics/courses/${joined.id}/grid`);
    expect(grid.sessions.map(({ _id }) => _id)).toEqual([session.id]);
    expect(grid.students.map(({ statuses }) => statuses)).toEqual([['ABSENT'], ['PRESENT']]);
    const page = await read<CourseStudent>(
      owner,
      `/api/analytics/courses/${joined.id}/students/${bella.user.id}`,
    );
    expect(page).toMatchObject({ absent: 1, sessions: [{ _id: session.id, mark: { status: 'ABSENT' } }] });
    const [own] = await read<AttendanceRecord[]>(blaise.user, '/api/attendance');
    expect(own).toMatchObject({ status: 'PRESENT', session: { course: { _id: joined.id } } });
    const history = await read<{ action: string }[]>(
      owner,
      `/api/attendance/${session.id}-${bella.user.id}/history`,
    );
    expect(history.map(({ action }) => action)).toContain('absent_at_end');
    await eventually(async () => {
      for (const [cache, columns] of [
        ['records', '*'],
        ['session_counts', 'course_id, counted_present, counted_late, counted_absent'],
        ['member_counts', 'student_id, counted_present, counted_late, counted_absent'],
      ] as const) {
        const { rows } = await campus.database.query(
          `SELECT ${columns} FROM ${cache} WHERE course_id = ANY ($1)
           EXCEPT SELECT ${columns} FROM computed_${cache} WHERE course_id = ANY ($1)`,
          [[course.id, joined.id]],
        );
        expect([cache, rows]).toEqual([cache, []]);
      }
    });
  });

  it('does not count while it is canceled, and counts again once it is reopened', async () => {
    const { joined, blaise, owner, mark, publish } = await holdJointClass();
    await mark(blaise);
    const present = async () => (await read<AttendanceTotals>(owner, '/api/attendance/totals')).present;
    const over = { active: false, endTime: ago(0), endedAt: ago(0) };
    await publish({ ...over, canceledAt: ago(0) });
    await eventually(async () => expect(await present()).toBe(0));
    const grid = await read<CourseGrid>(owner, `/api/analytics/courses/${joined.id}/grid`);
    expect(grid.sessions).toEqual([]);
    await publish(over);
    await eventually(async () => expect(await present()).toBe(1));
  });

  it('records a student of both courses once, in the course that owns the class', async () => {
    const { course, joined, blaise, owner, both, session, mark, end, rosterPath } = await holdJointClass();
    await campus.publishMembership({
      id: objectId(),
      courseId: course.id,
      studentId: blaise.user.id,
      active: true,
      version: 1,
      enrolledAt: ago(60),
    });
    const entryOf = async (user: TestUser) =>
      (await read<Roster>(user, rosterPath)).entries.filter(({ student }) => student._id === blaise.user.id);
    await eventually(async () => expect(await entryOf(both)).toMatchObject([{ courseId: course.id }]));
    await mark(blaise);
    await end();
    const records = await read<AttendanceRecord[]>(both, `/api/attendance?sessionId=${session.id}`);
    expect(records.filter(({ student }) => student._id === blaise.user.id)).toMatchObject([
      { status: 'PRESENT', session: { course: { _id: course.id } } },
    ]);
    expect(await entryOf(owner)).toEqual([]);
    await eventually(async () => {
      const rates = await read<StudentRate[]>(owner, `/api/analytics/courses/${joined.id}/students`);
      expect(rates.find(({ student }) => student._id === blaise.user.id)).toMatchObject({
        present: 0,
        absent: 0,
        attendancePercentage: null,
      });
    });
  });

  it('counts once even while memberships of one of its courses are recounted', async () => {
    const { course, both, mark, ada, blaise, end } = await holdJointClass();
    await mark(ada);
    await mark(blaise);
    await end();
    const queued = async () => (await campus.database.query('SELECT FROM recounts')).rowCount;
    const totals = () => read<AttendanceTotals>(both, '/api/attendance/totals');
    await eventually(async () => {
      expect([await totals(), await queued()]).toMatchObject([{ present: 2, absent: 1 }, 0]);
    });
    const holder = await campus.database.connect();
    try {
      // Blocks recounts, but not reads.
      await holder.query('BEGIN; LOCK TABLE session_counts IN SHARE MODE');
      await campus.publishMembership({
        id: objectId(),
        courseId: course.id,
        studentId: person('STUDENT').id,
        active: true,
        version: 1,
        enrolledAt: ago(-1),
      });
      await eventually(async () => expect(await queued()).toBe(1));
      expect(await totals()).toMatchObject({ present: 2, absent: 1 });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('no longer counts for a course that is removed from it', async () => {
    const { course, joined, publish, owner, both, end, teacher } = await holdJointClass();
    await end();
    const absent = async (user: TestUser) =>
      (await read<AttendanceTotals>(user, '/api/attendance/totals')).absent;
    await eventually(async () => expect([await absent(owner), await absent(teacher)]).toEqual([2, 1]));
    const over = { active: false, endTime: ago(0), endedAt: ago(0) };
    await publish({ ...over, sections: [{ courseId: course.id, sectionId: course.id }] });
    await eventually(async () => expect([await absent(owner), await absent(both)]).toEqual([0, 1]));
    const countsOf = (id: string) =>
      campus.database.query('SELECT FROM session_counts WHERE course_id = $1', [id]);
    // While a recount is pending, totals are computed live and are already correct.
    await eventually(async () => expect((await countsOf(joined.id)).rows).toHaveLength(0));
  });
});

describe('the staff of one course of a joint class', () => {
  it.each([
    ['list', '/api/attendance'],
    ['list of the class', '/api/attendance?sessionId=SESSION'],
    ['roster', '/api/attendance/roster?sessionId=SESSION'],
    ['export', '/api/attendance/export'],
    ['export of the class', '/api/attendance/export?sessionId=SESSION'],
    ['export of all columns', '/api/attendance/export/all-columns?courseId=COURSE'],
    ['students', '/api/analytics/courses/COURSE/students'],
    ['grid', '/api/analytics/courses/COURSE/grid'],
    ['exported grid', '/api/analytics/courses/COURSE/grid/export'],
  ])('see no student of the other course in the %s', async (_name, path) => {
    const { course, joined, ada, blaise, teacher, owner, both, session, mark } = await holdJointClass();
    expect([(await mark(ada)).status, (await mark(blaise)).status]).toEqual([201, 201]);
    const [first, second] = [course, joined].map(({ id }) =>
      path.replace('COURSE', id).replace('SESSION', session.id),
    ) as [string, string];
    const [ofTeacher, ofOwner] = [await textOf(teacher, first), await textOf(owner, second)];
    expect(ofTeacher).toContain('Ada Abbot');
    for (const secret of ['Blaise', 'Bella', blaise.user.id]) expect(ofTeacher).not.toContain(secret);
    expect(ofOwner).toContain('Blaise Baker');
    for (const secret of ['Abbot', ada.user.id]) expect(ofOwner).not.toContain(secret);
    expect(await textOf(both, second)).toContain('Blaise Baker');
  });

  it('cannot see, set, clear or review records of students of the other course', async () => {
    const { course, ada, blaise, teacher, owner, session, mark, joined } = await holdJointClass();
    await mark(ada);
    const record = `${session.id}-${ada.user.id}`;
    expect(await statusOf(owner, `/api/attendance/${record}/history`)).toBe(404);
    expect(await statusOf(teacher, `/api/attendance/${record}/history`)).toBe(200);
    const students = (id: string) => `/api/analytics/courses/${id}/students`;
    expect(await statusOf(owner, `${students(course.id)}/${ada.user.id}`)).toBe(404);
    expect(await statusOf(owner, `${students(joined.id)}/${ada.user.id}`)).toBe(404);
    expect(await read(owner, `${students(joined.id)}?search=abbot`)).toEqual([]);
    const set = (user: TestUser, ...members: Member[]) =>
      campus.ask(user, 'POST', '/api/attendance/statuses', {
        sessionId: session.id,
        status: 'EXCUSED',
        students: members.map((member) => ({ studentId: member.user.id })),
      });
    expect((await set(owner, ada, blaise)).body).toMatchObject({
      marks: [{ student: { _id: blaise.user.id }, status: 'EXCUSED' }],
      refused: [{ studentId: ada.user.id, code: 'not_enrolled' }],
    });
    const marks = [{ markId: record, version: 1 }];
    const cleared = await campus.ask(owner, 'POST', '/api/attendance/statuses/clear', {
      sessionId: session.id,
      marks,
    });
    expect(cleared.body).toMatchObject({ marks: [], refused: [record] });
    const byHand = { sessionId: session.id, studentId: ada.user.id, status: 'ABSENT', reason: 'gone' };
    expect((await campus.ask(owner, 'POST', '/api/attendance/by-hand', byHand)).status).toBe(409);
    const decision = { decision: 'refuse', reason: 'not mine' };
    expect((await campus.call(owner, 'POST', `/api/attendance/${record}/review`, decision)).status).toBe(404);
    const [kept] = await read<AttendanceRecord[]>(teacher, `/api/attendance?sessionId=${session.id}`);
    expect(kept).toMatchObject({ student: { _id: ada.user.id }, status: 'PRESENT' });
  });

  it('do not see guests of the other course', async () => {
    const { course, teacher, owner, rosterPath, mark, enroll } = await holdJointClass();
    const elsewhere = objectId();
    const zoe = await enroll(elsewhere, 'Zoe Zimmer');
    await campus.bus.publish(createEvent(courseChanged, course.id, { ...course, guests: true, version: 3 }));
    await eventually(async () => expect((await mark(zoe)).body).toMatchObject({ guest: true }));
    expect(await textOf(teacher, rosterPath)).toContain('Zoe Zimmer');
    expect(await textOf(owner, rosterPath)).not.toContain('Zimmer');
  });

  it('receive nothing about the other course in the live roster, which ends when their role ends', async () => {
    const { joined, ada, blaise, owner, both, session, mark } = await holdJointClass();
    const watch = async (user: TestUser) => {
      const response = await campus.call(user, 'GET', `/api/attendance/live?sessionId=${session.id}`);
      expect(response.status).toBe(200);
      const received = { text: '' };
      const reader = response.body!.pipeThrough(new TextDecoderStream());
      const end = (async () => {
        for await (const text of reader) received.text += text;
      })().catch(() => undefined);
      await eventually(() => expect(received.text).toMatch(/event: ?open/));
      return { received, untilEnd: () => end };
    };
    const [ofOwner, ofBoth] = [await watch(owner), await watch(both)];
    await mark(ada);
    // Under load, the service only reports that the session changed.
    const news = (name: string) => new RegExp(`${name}|event: ?changed`);
    await eventually(() => expect(ofBoth.received.text).toMatch(news('Ada Abbot')));
    await mark(blaise);
    await eventually(() => expect(ofOwner.received.text).toMatch(news('Blaise Baker')));
    for (const secret of ['Abbot', ada.user.id]) expect(ofOwner.received.text).not.toContain(secret);
    await campus.publishStaff(joined, [], 3);
    await ofBoth.untilEnd();
  });
});
