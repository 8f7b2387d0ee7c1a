import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { sessionChanged, unitChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, nextPage } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const MOMENTS = ['0000-01-01T00:00:00Z', '2026-09-14T09:00:00+23:00', '9999-12-31T23:59:59.999999999Z'];
const cursorOf = (...position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url');

describe('totals', () => {
  it('count the whole selection by status, limited to the user’s courses and marks', async () => {
    const { teacher, course, session, members, mark } = await campus.holdClass(4);
    const totals = async (user = teacher, query = '') =>
      (await campus.ask(user, 'GET', `/api/attendance/totals${query}`)).body;
    expect(await totals()).toEqual({ present: 0, late: 0, absent: 0, excused: 0 });
    await mark(members[0]);
    await mark(members[1]);
    const ended = { ...session, active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    await campus.bus.publish(createEvent(sessionChanged, session.id, ended));
    await eventually(async () =>
      expect(await totals()).toEqual({ present: 2, late: 0, absent: 2, excused: 0 }),
    );

    expect(await totals(teacher, `?courseId=${course.id}&status=ABSENT`)).toMatchObject({
      present: 0,
      absent: 2,
    });
    expect(await totals(teacher, `?from=${ago(-60)}`)).toEqual({
      present: 0,
      late: 0,
      absent: 0,
      excused: 0,
    });
    expect(await totals(members[0]!.user)).toEqual({ present: 1, late: 0, absent: 0, excused: 0 });
    const stranger = person('TEACHER', 'Charles');
    expect(await totals(stranger, `?courseId=${course.id}`)).toEqual({
      present: 0,
      late: 0,
      absent: 0,
      excused: 0,
    });
    expect(await totals(stranger, `?teacherId=${teacher.id}`)).toEqual({
      present: 0,
      late: 0,
      absent: 0,
      excused: 0,
    });
  });
});

describe('a list of marks', () => {
  it.each([
    ['?sessionId=1', 'sessionId'],
    ['?courseId=%00', 'courseId'],
    ['?status=ASLEEP', 'status'],
    ['?from=yesterday', 'from'],
    ['?to=2026-02-30T00:00:00Z', 'to'],
  ])('rejects %s and names the field', async (query, field) => {
    const teacher = person('TEACHER');
    for (const path of ['/api/attendance', '/api/attendance/totals', '/api/attendance/export'])
      expect(await campus.ask(teacher, 'GET', path + query)).toMatchObject({
        status: 400,
        body: { details: { fields: { [field]: expect.any(String) } } },
      });
  });

  it.each(MOMENTS)('accepts the time %s', async (moment) => {
    const teacher = person('TEACHER');
    for (const path of ['/api/attendance', '/api/attendance/totals', '/api/attendance/export'])
      for (const side of ['from', 'to']) {
        const query = `${side}=${encodeURIComponent(moment)}`;
        expect(await campus.call(teacher, 'GET', `${path}?${query}`)).toMatchObject({ status: 200 });
      }
  });

  it.each([
    'nonsense',
    cursorOf('2026-09-14T09:00:00Z'),
    cursorOf('2026-09-14T09:00:00Z', '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02'),
    cursorOf('yesterday', '66f000000000000000005e01', '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02'),
    cursorOf('2026-09-14T09:00:00Z', '66f000000000000000005e01', '------------------------------------'),
  ])('rejects a cursor that it did not issue: %s', async (cursor) => {
    expect(await campus.ask(person('TEACHER'), 'GET', `/api/attendance?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });
});

describe('the newest scans', () => {
  const NEWEST = '/api/attendance?order=arrival&limit=3';

  it('come first, before absent students and earlier classes', async () => {
    const { teacher, course, session, members, mark } = await campus.holdClass(4);
    const order = [members[2]!, members[0]!, members[3]!];
    for (const member of order) expect(await mark(member)).toMatchObject({ status: 201 });
    const newest = async (user = teacher) =>
      ((await campus.ask(user, 'GET', NEWEST)).body as AttendanceRecord[]).map(({ student }) => student._id);
    const expected = order.map(({ user }) => user.id).toReversed();
    expect(await newest()).toEqual(expected);
    expect(await newest(order[0]!.user)).toEqual([order[0]!.user.id]);

    const ended = { ...session, active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    await campus.bus.publish(createEvent(sessionChanged, session.id, ended));
    await eventually(async () =>
      expect(
        (await campus.ask(teacher, 'GET', `/api/attendance/totals?courseId=${course.id}`)).body,
      ).toMatchObject({ absent: 1 }),
    );
    expect(await newest()).toEqual(expected);
  });

  it('have no further pages', async () => {
    const cursor = cursorOf('2026-09-14T09:00:00Z', objectId(), '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02');
    expect(await campus.ask(person('TEACHER'), 'GET', `${NEWEST}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
    expect(await campus.ask(person('TEACHER'), 'GET', '/api/attendance?order=name')).toMatchObject({
      status: 400,
      body: { details: { fields: { order: expect.any(String) } } },
    });
  });
});

describe('the audit log', () => {
  const ask = (query: string) => campus.ask(person('ADMIN'), 'GET', `/api/attendance/audit-log?${query}`);

  it.each(MOMENTS)('accepts the time %s', async (moment) => {
    for (const side of ['from', 'to'])
      expect(await ask(`${side}=${encodeURIComponent(moment)}`)).toMatchObject({ status: 200 });
  });

  it.each(['0000-01-01T00:00:00.000000Z', '2026-09-14T09:00:00.000000+23:00', '2026-09-14T09:00:00Z'])(
    'rejects a cursor with the time %s',
    async (moment) => {
      const cursor = cursorOf(moment, '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02');
      expect(await ask(`cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    },
  );

  it('is empty for the staff of a unit without courses, and forbidden for people without a unit', async () => {
    const listFor = (user: ReturnType<typeof person>) => campus.ask(user, 'GET', '/api/attendance/audit-log');
    const auditor = person('TEACHER', 'Ada');
    const unit = { id: objectId(), kind: 'faculty' as const, name: 'New faculty', version: 1 };
    const staff = [
      { userId: auditor.id, role: 'auditor' as const, addedBy: person('ADMIN').id, addedAt: ago(1) },
    ];
    await campus.bus.publish(createEvent(unitChanged, unit.id, { ...unit, staff }));
    await eventually(async () => expect(await listFor(auditor)).toMatchObject({ status: 200, body: [] }));
    expect(await listFor(person('TEACHER', 'Charles'))).toMatchObject({
      status: 403,
      body: { code: 'no_unit_role' },
    });
  });

  it('accepts a cursor that it issued', async () => {
    const heldClass = await campus.holdClass(2);
    const students = heldClass.members.map(({ user }) => ({ studentId: user.id }));
    const body = { sessionId: heldClass.session.id, status: 'EXCUSED', students };
    expect(await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body)).toMatchObject({
      status: 200,
    });
    const first = await campus.call(
      person('ADMIN'),
      'GET',
      `/api/attendance/audit-log?courseId=${heldClass.course.id}&limit=1`,
    );
    const next = nextPage(first.headers);
    expect([(await first.json()) as unknown, next]).toEqual([[expect.anything()], expect.any(String)]);
    expect(await campus.ask(person('ADMIN'), 'GET', next!)).toMatchObject({ status: 200, body: [{}] });
  });
});
