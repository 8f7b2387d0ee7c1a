import { randomUUID } from 'node:crypto';
import type { AuditLogEntry, Course, Unit } from '@qr-attendance/contracts';
import { createTestAdmin, eventually, nextPage } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCampus, PASSWORD, type Campus, type Member } from './support/campus.ts';

let campus: Campus;
let admin: Member;
let faculty: Unit;
let teacher: Member;
let auditor: Member & { email: string };
let course: Course;

const COURSES = '/api/units/audit-log';
const RECORDS = '/api/attendance/audit-log';

beforeAll(async () => {
  campus = await openCampus();
  const email = `${randomUUID()}@campus.example`;
  const token = await createTestAdmin(campus.services, { name: 'Adam Admin', email });
  await campus.ask(undefined, 'POST', '/api/auth/reset-password', { token, password: PASSWORD });
  const signedIn = await campus.ask<{ token: string; user: { _id: string } }>(
    undefined,
    'POST',
    '/api/auth/login',
    { email, password: PASSWORD },
  );
  admin = { id: signedIn.body.user._id, token: signedIn.body.token };
  const unit = { kind: 'institution', name: 'Campus' };
  const { body: institution } = await campus.ask<Unit>(admin, 'POST', '/api/units', unit);
  const below = { kind: 'faculty', name: 'Science', parentId: institution._id };
  faculty = (await campus.ask<Unit>(admin, 'POST', '/api/units', below)).body;
  teacher = await campus.teacher();
  auditor = await campus.colleague('Aud Auditor');
  const staff = { person: auditor.email, role: 'auditor' };
  expect((await campus.ask(admin, 'POST', `/api/units/${faculty._id}/staff`, staff)).status).toBe(200);
  const details = { name: 'Optics', code: randomUUID().slice(0, 8), semester: 3, unitId: faculty._id };
  course = (await campus.ask<Course>(teacher, 'POST', '/api/courses', details)).body;
});
afterAll(() => campus.close());

const log = async (person: Member, path: string): Promise<AuditLogEntry[]> => {
  const { status, body } = await campus.ask<AuditLogEntry[]>(person, 'GET', path);
  expect(status).toBe(200);
  return body;
};
const actionsIn = (entries: AuditLogEntry[]) => entries.map(({ action }) => action);

describe('the audit log', () => {
  it('lists changes of courses, sections, staff and students with their author, newest first', async () => {
    const colleague = await campus.colleague('Cora Colleague');
    const student = await campus.student();
    const path = `/api/courses/${course._id}`;
    await campus.ask(teacher, 'POST', `${path}/sections`, { name: 'B' });
    await campus.ask(teacher, 'POST', `${path}/staff`, { person: colleague.email, role: 'co-teacher' });
    await campus.ask(teacher, 'POST', `${path}/staff`, { person: colleague.email, role: 'co-teacher' });
    await campus.ask(student, 'POST', `${path}/enroll`);
    await campus.ask(teacher, 'DELETE', `${path}/students/${student.id}`);
    await campus.ask(teacher, 'POST', `${path}/archive`);
    await campus.ask(teacher, 'POST', `${path}/restore`);

    const entries = await log(admin, `${COURSES}?courseId=${course._id}`);
    expect(actionsIn(entries)).toEqual([
      'course_restored',
      'course_archived',
      'student_removed',
      'staff_added',
      'sections_changed',
      'course_created',
    ]);
    const object = { kind: 'course', _id: course._id, name: 'Optics' };
    for (const entry of entries) expect(entry).toMatchObject({ by: { name: 'Tess Teacher' }, object });
    expect(entries[2]).toMatchObject({ person: { _id: student.id, name: 'Stan Student' } });
    expect(entries[3]).toMatchObject({
      person: { _id: colleague.id, name: 'Cora Colleague' },
      role: 'co-teacher',
    });
    expect(actionsIn(await log(admin, `${COURSES}?personId=${colleague.id}`))).toEqual(['staff_added']);
    expect(actionsIn(await log(admin, `${COURSES}?courseId=${course._id}&action=course_archived`))).toEqual([
      'course_archived',
    ]);
    const since = new Date(Date.now() + 60_000).toISOString();
    expect(await log(admin, `${COURSES}?from=${since}`)).toEqual([]);

    const first = await campus.ask<AuditLogEntry[]>(
      admin,
      'GET',
      `${COURSES}?courseId=${course._id}&limit=4`,
    );
    const second = await log(admin, nextPage(first.headers) ?? '');
    expect([...first.body, ...second]).toEqual(entries);
  });

  it('lists decisions on records, without their reasons', async () => {
    const student = await campus.student('Rita Record');
    await campus.ask(student, 'POST', `/api/courses/${course._id}/enroll`);
    const { body: session } = await campus.open(teacher, course._id);
    const mark = {
      sessionId: session._id,
      studentId: student.id,
      status: 'EXCUSED',
      reason: 'A secret illness',
    };
    await eventually(async () => {
      expect((await campus.ask(teacher, 'POST', '/api/attendance/by-hand', mark)).status).toBe(200);
    });
    const [entry, ...others] = await log(admin, `${RECORDS}?personId=${student.id}`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'marked_by_hand',
      by: { _id: teacher.id, name: 'Tess Teacher' },
      person: { _id: student.id, name: 'Rita Record' },
      object: { kind: 'course', _id: course._id, name: 'Optics' },
      session: { _id: session._id },
      toStatus: 'EXCUSED',
    });
    expect(JSON.stringify(entry)).not.toContain('illness');
    expect(await log(admin, `${RECORDS}?action=corrected&personId=${student.id}`)).toEqual([]);
    await eventually(async () => {
      expect(await log(auditor, `${RECORDS}?courseId=${course._id}`)).toEqual([entry]);
      expect(await log(auditor, RECORDS)).toEqual([entry]);
    });
  });

  it('shows auditors of a unit that unit and its courses, and shows teachers nothing', async () => {
    const other = { name: 'Contracts', code: randomUUID().slice(0, 8), semester: 3 };
    const { body: elsewhere } = await campus.ask<Course>(teacher, 'POST', '/api/courses', other);
    const seen = await log(auditor, COURSES);
    expect(actionsIn(seen)).toEqual(
      expect.arrayContaining(['course_created', 'unit_created', 'unit_staff_added']),
    );
    for (const { object } of seen) expect(['Science', 'Optics']).toContain(object?.name);
    expect(await log(auditor, `${COURSES}?courseId=${elsewhere._id}`)).toEqual([]);
    expect((await campus.ask(auditor, 'GET', `${RECORDS}?courseId=${elsewhere._id}`)).status).toBe(404);
    const student = await campus.student();
    for (const person of [teacher, student])
      for (const path of [COURSES, RECORDS, `${RECORDS}?courseId=${course._id}`])
        expect((await campus.ask(person, 'GET', path)).status).toBe(403);
  });

  it('shows changes to terms, units and imports to administrators', async () => {
    const term = { name: `Term ${randomUUID()}`, firstDay: '2031-09-01', lastDay: '2032-01-31', breaks: [] };
    expect((await campus.ask(admin, 'POST', '/api/terms', term)).status).toBe(201);
    const [newest] = await log(admin, `${COURSES}?personId=${admin.id}`);
    expect(newest).toMatchObject({ action: 'term_created', object: { kind: 'term', name: term.name } });
    expect(actionsIn(await log(admin, `${COURSES}?unitId=${faculty._id}`))).toEqual(
      expect.arrayContaining(['unit_created', 'unit_staff_added', 'course_created']),
    );
  });
});
