import type { AttendanceRecord, Roster, Session } from '@qr-attendance/contracts';
import { call, eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Office, openOffice } from './support/office.ts';
import { importStatedCourse } from './support/stated-course.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

type StatedCourse = Awaited<ReturnType<typeof importStatedCourse>>;

/** A running class of section A. */
const openClass = async ({ id: courseId, sections, teacher }: StatedCourse) => {
  const token = office.tokenOf(teacher);
  const ask = async <Body>(
    service: 'session' | 'attendance',
    method: string,
    path: string,
    body?: object,
  ) => {
    const answer = await call<Body>(office.services.urls[service], method, path, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const now = new Date().toISOString();
  const start = {
    courseId,
    date: now.slice(0, 10),
    startTime: now,
    sections: [{ courseId, sectionId: sections.A }],
  };
  const { _id: sessionId } = await eventually(() => ask<Session>('session', 'POST', '/api/sessions', start));
  const roster = async () => {
    const { entries } = await ask<Roster>(
      'attendance',
      'GET',
      `/api/attendance/roster?sessionId=${sessionId}`,
    );
    return entries.map(({ student, mark }) => [student._id, mark?.status]);
  };
  return {
    roster,
    mark: (studentId: string) =>
      eventually(() =>
        ask<AttendanceRecord>('attendance', 'POST', '/api/attendance/by-hand', {
          sessionId,
          studentId,
          status: 'PRESENT',
          reason: 'The phone was empty',
        }),
      ),
    clear: (markId: string) =>
      ask('attendance', 'POST', '/api/attendance/statuses/clear', { sessionId, marks: [{ markId }] }),
  };
};

const storedPeriods = async (user: string) =>
  (await office.database.collection('enrollments').findOne({ studentId: user }))?.['periods'] as object[];

it('rule 7: an undone membership ends if the student is marked in a class of it, and never was otherwise', async () => {
  const course = await importStatedCourse(office, 3);
  const [marked = '', other = '', cleared = ''] = course.users;
  const held = await openClass(course);
  await eventually(async () => expect(await held.roster()).toHaveLength(3));
  await held.mark(marked);
  await held.clear((await held.mark(cleared))._id);

  const { body: preview } = await office.ask('GET', `/api/imports/${course.run._id}/undo`);
  expect(preview).toMatchObject({ removed: 2, kept: 1 });
  expect(await office.undo(course.run._id)).toMatchObject({
    state: 'undone',
    undo: { restored: 2, kept: 1 },
  });
  await eventually(async () => expect(await held.roster()).toEqual([[marked, 'PRESENT']]));
  expect(await storedPeriods(marked)).toMatchObject([{ voided: false, end: { how: 'LEFT' } }]);
  for (const user of [other, cleared]) expect(await storedPeriods(user)).toMatchObject([{ voided: true }]);
});

it('is not undone while the owner of marks does not answer', async () => {
  const alone = await openOffice(['auth', 'course']);
  try {
    const { run } = await importStatedCourse(alone, 1);
    expect(await alone.ask('GET', `/api/imports/${run._id}/undo`)).toMatchObject({ status: 503 });
  } finally {
    await alone.close();
  }
});
