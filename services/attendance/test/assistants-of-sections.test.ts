import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AnalyticsSummary,
  AttendanceTotals,
  CourseGrid,
  CourseStudent,
  StudentRate,
} from '@qr-attendance/contracts';
import { eventually, type TestUser } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const placeIn = (
  heldClass: HeldClass,
  { user }: Member,
  version: number,
  ...stays: [string, string, string?][]
) =>
  campus.publishMembership({
    id: objectId(),
    courseId: heldClass.course.id,
    studentId: user.id,
    active: true,
    version,
    enrolledAt: stays.at(-1)?.[1] ?? ago(60),
    periods: stays.map(([sectionId, began, ended]) => ({
      sectionId,
      began,
      recordedAt: began,
      by: heldClass.teacher.id,
      voided: false,
      ...(ended && {
        ended,
        end: {
          how: 'MOVED',
          recordedAt: ended,
          by: heldClass.teacher.id,
        },
      }),
    })),
  });

/**
 * Ada is in the first section of a course, and Blaise in another one. The class covers the whole course, and
 * the assistant is limited to the first section.
 */
const holdTwoSections = async () => {
  const heldClass = await campus.holdClass(['Ada Abbot', 'Blaise Baker']);
  const [ada, blaise] = heldClass.members as [Member, Member];
  const other = objectId();
  const assistant = person('TEACHER', 'Alan Assistant');
  await placeIn(heldClass, blaise, 2, [other, ago(60)]);
  await campus.publishStaff(
    heldClass.course,
    [[assistant, 'assistant', { sectionIds: [heldClass.course.id] }]],
    2,
  );
  const rosterPath = `/api/attendance/roster?sessionId=${heldClass.session.id}`;
  await eventually(async () =>
    expect(await textOf(heldClass.teacher, rosterPath)).toContain(`"sectionId":"${other}"`),
  );
  return { ...heldClass, heldClass, ada, blaise, other, assistant };
};

const textOf = async (user: TestUser, path: string): Promise<string> => {
  const response = await campus.call(user, 'GET', path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};
const read = async <Body>(user: TestUser, path: string): Promise<Body> =>
  JSON.parse(await textOf(user, path)) as Body;
const statusOf = async (user: TestUser, path: string) => (await campus.call(user, 'GET', path)).status;

describe('an assistant of a section', () => {
  it.each([
    ['list', '/api/attendance'],
    ['list of a course', '/api/attendance?courseId=COURSE'],
    ['list of a class', '/api/attendance?sessionId=SESSION'],
    ['roster', '/api/attendance/roster?sessionId=SESSION'],
    ['export', '/api/attendance/export'],
    ['export of a class', '/api/attendance/export?sessionId=SESSION'],
    ['export of all columns', '/api/attendance/export/all-columns?courseId=COURSE'],
    ['students', '/api/analytics/courses/COURSE/students'],
    ['grid', '/api/analytics/courses/COURSE/grid'],
    ['exported grid', '/api/analytics/courses/COURSE/grid/export'],
  ])(
    'sees no student of another section in the %s (mod_attendance #714, #653, #637)',
    async (_name, path) => {
      const { ada, blaise, assistant, teacher, course, session, mark } = await holdTwoSections();
      expect([(await mark(ada)).status, (await mark(blaise)).status]).toEqual([201, 201]);
      const asked = path.replace('COURSE', course.id).replace('SESSION', session.id);
      const seen = await textOf(assistant, asked);
      expect(seen).toContain('Ada Abbot');
      for (const secret of ['Blaise', 'Baker', blaise.user.id]) expect(seen).not.toContain(secret);
      expect(await textOf(teacher, asked)).toContain('Blaise Baker');
    },
  );

  it('finds nobody of another section by search, filter or address', async () => {
    const { blaise, other, assistant, teacher, course, session, mark } = await holdTwoSections();
    await mark(blaise);
    const students = `/api/analytics/courses/${course.id}/students`;
    for (const query of [`search=blaise`, `search=${blaise.user.id}`, `sectionId=${other}`])
      expect(await read(assistant, `${students}?${query}`)).toEqual([]);
    expect(await read<StudentRate[]>(teacher, `${students}?search=blaise`)).toHaveLength(1);
    expect(await read(assistant, `/api/attendance?sectionId=${other}`)).toEqual([]);
    const paths = [
      `${students}/${blaise.user.id}`,
      `/api/attendance/${session.id}-${blaise.user.id}/history`,
    ];
    for (const path of paths) {
      expect(await statusOf(assistant, path)).toBe(404);
      expect(await statusOf(teacher, path)).toBe(200);
    }
  });

  it('sees counts of only their section, also on the dashboard', async () => {
    const { ada, blaise, assistant, teacher, course, session, mark } = await holdTwoSections();
    await mark(ada);
    await mark(blaise);
    const over = { active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    await campus.publishSession({ ...session, ...over });
    const totals = (user: TestUser) => read<AttendanceTotals>(user, '/api/attendance/totals');
    const summary = (user: TestUser) => read<AnalyticsSummary>(user, '/api/analytics/summary');
    await campus.ask(teacher, 'POST', '/api/attendance/statuses', {
      sessionId: session.id,
      status: 'ABSENT',
      students: [
        {
          studentId: blaise.user.id,
          markId: `${session.id}-${blaise.user.id}`,
          version: 1,
        },
      ],
    });
    await eventually(async () => {
      expect(await totals(teacher)).toEqual({ present: 1, late: 0, absent: 1, excused: 0 });
      expect(await summary(teacher)).toMatchObject({ totalStudents: 2, attendancePercentage: 50 });
    });
    expect(await totals(assistant)).toEqual({ present: 1, late: 0, absent: 0, excused: 0 });
    expect(await summary(assistant)).toMatchObject({
      totalCourses: 1,
      totalStudents: 1,
      totalSessions: 1,
      attendancePercentage: 100,
      todayAttendancePercentage: 100,
    });
    const days = await read<{ attendance: number | null }[]>(
      assistant,
      '/api/analytics/attendance?period=thisWeek',
    );
    expect(days.map(({ attendance }) => attendance).filter((rate) => rate !== null)).toEqual([100]);
    const page = await read<CourseStudent>(
      assistant,
      `/api/analytics/courses/${course.id}/students/${ada.user.id}`,
    );
    expect(page).toMatchObject({ present: 1, absent: 0, attendancePercentage: 100 });
  });

  it('cannot see a class of other sections', async () => {
    const { heldClass, blaise, other, assistant, course, session, mark } = await holdTwoSections();
    await campus.publishSession({
      ...heldClass.session,
      sections: [
        {
          courseId: course.id,
          sectionId: other,
        },
      ],
      version: 2,
    });
    const rosterPath = `/api/attendance/roster?sessionId=${session.id}`;
    await eventually(async () => expect(await statusOf(assistant, rosterPath)).toBe(404));
    await mark(blaise);
    for (const list of ['refused', 'attempts', 'live'])
      expect(await statusOf(assistant, `/api/attendance/${list}?sessionId=${session.id}`)).toBe(404);
    expect(await read(assistant, `/api/analytics/courses/${course.id}/grid`)).toMatchObject({ sessions: [] });
    expect(await read(assistant, '/api/analytics/summary')).toMatchObject({
      activeSessions: 0,
      totalSessions: 0,
    });
    const body = { sessionId: session.id, status: 'LATE', students: [{ studentId: blaise.user.id }] };
    expect((await campus.ask(assistant, 'POST', '/api/attendance/statuses', body)).status).toBe(404);
  });

  it('cannot set or clear the status of a student of another section', async () => {
    const { ada, blaise, assistant, teacher, session, roster } = await holdTwoSections();
    const set = (user: TestUser, ...members: Member[]) =>
      campus.ask(user, 'POST', '/api/attendance/statuses', {
        sessionId: session.id,
        status: 'LATE',
        students: members.map((member) => ({ studentId: member.user.id })),
      });
    expect((await set(assistant, ada, blaise)).body).toMatchObject({
      marks: [{ student: { _id: ada.user.id }, status: 'LATE' }],
      refused: [{ studentId: blaise.user.id, code: 'not_enrolled' }],
    });
    await set(teacher, blaise);
    const marks = [ada, blaise].map(({ user }) => ({ markId: `${session.id}-${user.id}`, version: 1 }));
    const cleared = await campus.ask(assistant, 'POST', '/api/attendance/statuses/clear', {
      sessionId: session.id,
      marks,
    });
    expect(cleared.body).toMatchObject({ refused: [marks[1]!.markId] });
    expect((await roster()).map(({ student }) => student._id)).toEqual([blaise.user.id]);
    const byHand = { sessionId: session.id, studentId: blaise.user.id, status: 'ABSENT', reason: 'gone' };
    expect((await campus.ask(assistant, 'POST', '/api/attendance/by-hand', byHand)).status).toBe(409);
    expect((await roster()).map(({ status }) => status)).toEqual(['LATE']);
  });

  it('sees students who were in the section on the day of a class, but nothing after they left it', async () => {
    const { heldClass, ada, other, assistant, session, course, mark } = await holdTwoSections();
    await mark(ada);
    await campus.publishSession({
      ...session,
      active: false,
      endTime: ago(2),
      endedAt: ago(2),
      version: 2,
    });
    await placeIn(heldClass, ada, 2, [course.id, ago(60), ago(1)], [other, ago(1)]);
    const next = { ...heldClass.session, id: objectId(), startTime: ago(0), version: 1 };
    await campus.publishSession(next);
    const list = (id: string) => read<object[]>(assistant, `/api/attendance?sessionId=${id}`);
    const base = `/api/analytics/courses/${course.id}`;
    const rates = { student: { _id: ada.user.id }, sectionId: other, present: 1, absent: 0 };
    await eventually(async () => expect(await read(assistant, `${base}/students`)).toMatchObject([rates]));
    expect(await list(session.id)).toMatchObject([{ student: { _id: ada.user.id } }]);
    await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', {
      sessionId: next.id,
      status: 'PRESENT',
      students: [{ studentId: ada.user.id }],
    });
    expect(await list(next.id)).toEqual([]);
    expect(await read(assistant, `${base}/students?search=ada`)).toMatchObject([rates]);
    expect(await read(assistant, `${base}/students/${ada.user.id}`)).toMatchObject({
      present: 1,
      absent: 0,
      attendancePercentage: 100,
      sessions: [{ _id: session.id }],
    });
    const { sessions, students } = await read<CourseGrid>(assistant, `${base}/grid`);
    const column = (id: string) => sessions.findIndex(({ _id }) => _id === id);
    expect(students).toMatchObject([rates]);
    expect([session.id, next.id].map((id) => students[0]?.statuses[column(id)])).toEqual(['PRESENT', null]);
    expect(await textOf(assistant, `${base}/grid/export`)).toContain('Ada Abbot');
    // Students who were never in the section are not found. The owner's filter uses the current sections.
    expect(await read(assistant, `${base}/students?search=blaise`)).toEqual([]);
    const ofSection = `${base}/students?sectionId=${course.id}`;
    expect(await read(heldClass.teacher, ofSection)).toEqual([]);
  });
});

describe('the live roster of an assistant of a section', () => {
  const watch = async (user: TestUser, sessionId: string) => {
    const response = await campus.call(user, 'GET', `/api/attendance/live?sessionId=${sessionId}`);
    expect(response.status).toBe(200);
    const received = { text: '' };
    const reader = response.body!.pipeThrough(new TextDecoderStream());
    const reading = (async () => {
      for await (const text of reader) received.text += text;
    })();
    const end = reading.catch(() => undefined);
    await eventually(() => expect(received.text).toMatch(/event: ?open/));
    return { received, untilEnd: () => end };
  };

  it('delivers nothing about students of other sections, and ends when the sections change', async () => {
    const { heldClass, ada, blaise, other, assistant, teacher, session, mark } = await holdTwoSections();
    const own = await watch(assistant, session.id);
    const all = await watch(teacher, session.id);
    await mark(blaise);
    await eventually(() => expect(all.received.text).toContain('Blaise Baker'));
    const { body } = await campus.ask(teacher, 'POST', '/api/attendance/statuses', {
      sessionId: session.id,
      status: 'LATE',
      students: [{ studentId: ada.user.id }],
    });
    const [marked] = (body as { marks: { _id: string }[] }).marks;
    const marks = [{ markId: marked!._id }];
    await campus.ask(teacher, 'POST', '/api/attendance/statuses/clear', { sessionId: session.id, marks });
    // Under load, the service only reports that the session changed.
    await eventually(() => expect(own.received.text).toMatch(/event: ?(withdrawn|changed)/));
    const before = own.received.text.length;
    await mark(ada);
    await eventually(() => expect(own.received.text.slice(before)).toMatch(/event: ?(mark|changed)/));
    for (const secret of ['Blaise', blaise.user.id]) expect(own.received.text).not.toContain(secret);
    await campus.publishStaff(heldClass.course, [[assistant, 'assistant', { sectionIds: [other] }]], 3);
    await own.untilEnd();
  });
});
