import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StudentRate } from '@qr-attendance/contracts';
import { sessionChanged, userChanged } from '@qr-attendance/contracts/events';
import { searchSamples } from '@qr-attendance/contracts/samples/search';
import { createEvent } from '@qr-attendance/messaging';
import { eventually } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

let courses: Owner;
let campus: Campus;
beforeAll(async () => {
  courses = await startOwner();
  campus = await startCampus({ urls: { course: courses.url } });
});
afterAll(async () => {
  await campus.stop();
  courses.stop();
});

const ratesOf = (courseId: string, query = '') => `/api/analytics/courses/${courseId}/students${query}`;
const names = (body: StudentRate[]) => body.map(({ student }) => student.name);

describe("a course's students", () => {
  it('are the enrolled students, sorted by name, with their attendance', async () => {
    const { teacher, course, session, members, mark } = await campus.holdClass(['Grace', 'Alan', 'Edsger']);
    const list = async () => (await campus.ask(teacher, 'GET', ratesOf(course.id))).body as StudentRate[];
    expect((await list()).map(({ attendancePercentage }) => attendancePercentage)).toEqual([
      null,
      null,
      null,
    ]);
    await mark(members[0]);
    const ended = { ...session, active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    await campus.bus.publish(createEvent(sessionChanged, session.id, ended));
    await eventually(async () =>
      expect(await list()).toMatchObject([
        { student: { name: 'Alan' }, present: 0, late: 0, absent: 1, attendancePercentage: 0 },
        { student: { name: 'Edsger' }, attendancePercentage: 0 },
        { student: { name: 'Grace' }, present: 1, late: 0, absent: 0, attendancePercentage: 100 },
      ]),
    );
    const left = {
      id: objectId(),
      courseId: course.id,
      studentId: members[1]!.user.id,
      active: false,
      enrolledAt: ago(60),
      endedAt: ago(0),
      version: 2,
    };
    await campus.publishMembership(left);
    await eventually(async () => expect(names(await list())).toEqual(['Edsger', 'Grace']));
  });

  it('are found by a literal part of a name or email address', async () => {
    const { teacher, course, members } = await campus.holdClass(['Åsa 100%', 'Ben_Ali', 'Bénali', 'C\\D']);
    const find = async (search: string) =>
      names(
        (await campus.ask(teacher, 'GET', ratesOf(course.id, `?search=${encodeURIComponent(search)}`)))
          .body as StudentRate[],
      );
    expect(await find('ÅSA')).toEqual(['Åsa 100%']);
    expect(await find('%')).toEqual(['Åsa 100%']);
    expect(await find('_')).toEqual(['Ben_Ali']);
    expect(await find('\\')).toEqual(['C\\D']);
    expect(await find(members[2]!.user.id.slice(0, 13).toUpperCase())).toEqual(['Bénali']);
    expect(await find('nobody')).toEqual([]);
    expect(await find(' ')).toHaveLength(4);
  });

  it('are found by words in any order, without accents, and by USN or registration number', async () => {
    const { teacher, course, members } = await campus.holdClass(['José Álvarez', 'Łukasz Jose']);
    const find = async (search: string) =>
      names(
        (await campus.ask(teacher, 'GET', ratesOf(course.id, `?search=${encodeURIComponent(search)}`)))
          .body as StudentRate[],
      );
    expect(await find('alvarez jose')).toEqual(['José Álvarez']);
    expect(await find('lukasz')).toEqual(['Łukasz Jose']);
    expect(await find('josé')).toHaveLength(2);
    const [{ user }] = members as [(typeof members)[number]];
    const published = { id: user.id, name: user.name, email: `${user.id}@campus.example`, version: 2 };
    const numbers = { usn: '1QR21CS007', regNo: 'Reg-Ü7' };
    await campus.bus.publish(
      createEvent(userChanged, user.id, {
        ...published,
        userType: 'STUDENT',
        suspended: false,
        erased: false,
        ...numbers,
      }),
    );
    await eventually(async () => expect(await find('1qr21cs007')).toEqual(['José Álvarez']));
    expect(await find('alvarez reg-u7')).toEqual(['José Álvarez']);
    const list = (await campus.ask(teacher, 'GET', ratesOf(course.id))).body as StudentRate[];
    expect(list.map(({ student }) => student)).toMatchObject([numbers, { name: 'Łukasz Jose' }]);
  });

  it('are found equally by the database and the web app', async () => {
    for (const [text, folded] of searchSamples)
      expect(await campus.database.query('SELECT fold_for_search($1) AS folded', [text])).toMatchObject({
        rows: [{ folded }],
      });
  });

  it('are paged, each once, even with equal names', async () => {
    const { teacher, course } = await campus.holdClass([
      'Ada',
      'Ada',
      'Ada',
      'ada',
      'É'.repeat(200),
      '李'.repeat(200),
      'Zoë',
    ]);
    const seen: string[] = [];
    let next: string | undefined = ratesOf(course.id, '?limit=2');
    while (next) {
      const response: Response = await campus.call(teacher, 'GET', next);
      seen.push(...((await response.json()) as StudentRate[]).map(({ student }) => student._id));
      next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  it('are accessible only to the course’s teacher', async () => {
    const { course, members } = await campus.holdClass(1);
    const notFound = { status: 404, body: { error: 'Course not found' } };
    expect(await campus.ask(person('TEACHER'), 'GET', ratesOf(course.id))).toMatchObject(notFound);
    expect(await campus.ask(person('TEACHER'), 'GET', ratesOf(objectId()))).toMatchObject(notFound);
    expect(await campus.ask(members[0]!.user, 'GET', ratesOf(course.id))).toMatchObject({ status: 403 });
  });

  it('are an empty list for a course that only the course service knows yet', async () => {
    const teacher = person('TEACHER');
    const course = {
      id: objectId(),
      name: 'New',
      code: 'N1',
      semester: 1,
      teacherId: teacher.id,
      sections: [],
      version: 1,
    };
    courses.answers.set(`/internal/courses/${course.id}`, course);
    expect(await campus.ask(teacher, 'GET', ratesOf(course.id))).toMatchObject({ status: 200, body: [] });
  });

  it.each([
    [`?search=${'x'.repeat(201)}`, 'search'],
    ['?search=%00', 'search'],
    ['?limit=0', 'limit'],
  ])('cannot be listed with %s, and the error names the field', async (query, field) => {
    const { teacher, course } = await campus.holdClass(0);
    expect(await campus.ask(teacher, 'GET', ratesOf(course.id, query))).toMatchObject({
      status: 400,
      body: { details: { fields: { [field]: expect.any(String) } } },
    });
  });

  it('cannot be listed with a cursor of another list', async () => {
    const { teacher, course } = await campus.holdClass(0);
    const cursor = Buffer.from(JSON.stringify(['\u0000', 'x'])).toString('base64url');
    expect(await campus.ask(teacher, 'GET', ratesOf(course.id, `?cursor=${cursor}`))).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });
});
