import { randomUUID } from 'node:crypto';
import type {
  Course,
  CourseStaff,
  EnrollmentSettings,
  Term,
  Unit,
  UnitStaff,
} from '@qr-attendance/contracts';
import { edits } from '@qr-attendance/contracts/samples/edits';
import { createTestAdmin } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openCampus, PASSWORD, type Campus, type Member } from './support/campus.ts';

let campus: Campus;
let admin: Member;
beforeAll(async () => {
  campus = await openCampus();
  const email = `${randomUUID()}@campus.example`;
  const token = await createTestAdmin(campus.services, { name: 'Adam Admin', email });
  await campus.ask(undefined, 'POST', '/api/auth/reset-password', { token, password: PASSWORD });
  const { body } = await campus.ask<{ token: string; user: { _id: string } }>(
    undefined,
    'POST',
    '/api/auth/login',
    { email, password: PASSWORD },
  );
  admin = { id: body.user._id, token: body.token };
});
afterAll(() => campus.close());

const send = async <Body>(person: Member, method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await campus.ask<Body>(person, method, path, body);
  expect([path, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([
    path,
    expect.anything(),
    '',
  ]);
  return answer.body;
};
const createUnit = (kind: string, parentId?: string, more: object = {}) =>
  send<Unit>(admin, 'POST', '/api/units', { kind, name: randomUUID(), parentId, ...more });
const twice = async (create: () => Promise<{ _id: string }>) => [(await create())._id, (await create())._id];

// Every field of the sample changes and is read back after it was saved.

it('an edit changes every field of a term', async () => {
  const { before, after } = edits.editTerm;
  const { _id, version } = await send<Term>(admin, 'POST', '/api/terms', before);
  await send(admin, 'PUT', `/api/terms/${_id}`, { ...after, version });
  const terms = await send<Term[]>(admin, 'GET', '/api/terms?limit=500');
  expect(terms.find((term) => term._id === _id)).toMatchObject(after);
});

it('an edit changes every field of a unit', async () => {
  const [first, second] = await twice(() => createUnit('faculty'));
  const before = { ...edits.editUnit.before, parentId: first };
  const after = { ...edits.editUnit.after, parentId: second };
  const { _id, version } = await send<Unit>(admin, 'POST', '/api/units', { kind: 'program', ...before });
  await send(admin, 'PUT', `/api/units/${_id}`, { ...after, version });
  const units = await send<Unit[]>(admin, 'GET', '/api/units?limit=500');
  expect(units.find((unit) => unit._id === _id)).toMatchObject(after);
});

it('an edit changes every field of a course', async () => {
  const teacher = await campus.teacher();
  const [firstUnit, secondUnit] = await twice(() => createUnit('program'));
  const days = { firstDay: '2031-09-01', lastDay: '2031-12-19' };
  const [firstTerm, secondTerm] = await twice(() =>
    send<Term>(admin, 'POST', '/api/terms', { name: randomUUID(), ...days }),
  );
  const before = { ...edits.editCourse.before, termId: firstTerm, unitId: firstUnit };
  const after = { ...edits.editCourse.after, termId: secondTerm, unitId: secondUnit };
  const { _id, version } = await send<Course>(teacher, 'POST', '/api/courses', before);
  await send(teacher, 'PUT', `/api/courses/${_id}`, { ...after, version });
  expect(await send<Course>(teacher, 'GET', `/api/courses/${_id}`)).toMatchObject(after);
});

const openSections = async (teacher: Member) => {
  const course = await campus.course(teacher);
  const { before } = edits.editSection;
  const path = `/api/courses/${course._id}`;
  const { sections } = await send<Course>(teacher, 'POST', `${path}/sections`, { name: `${before.name}2` });
  return { path, ids: sections.map(({ _id }) => _id) };
};

it('an edit changes every field of a section', async () => {
  const teacher = await campus.teacher();
  const { path, ids } = await openSections(teacher);
  const { after } = edits.editSection;
  await send(teacher, 'PUT', `${path}/sections/${ids[1]}`, after);
  const { sections } = await send<Course>(teacher, 'GET', path);
  expect(sections.find(({ _id }) => _id === ids[1])).toMatchObject(after);
});

it('an edit changes every field of a course’s staff member', async () => {
  const [owner, colleague] = [await campus.teacher(), await campus.colleague()];
  const { path, ids } = await openSections(owner);
  const before = { ...edits.changeStaff.before, sectionIds: [ids[0]] };
  const after = { ...edits.changeStaff.after, sectionIds: [ids[1]] };
  await send(owner, 'POST', `${path}/staff`, { person: colleague.email, ...before });
  await send(owner, 'PUT', `${path}/staff/${colleague.id}`, after);
  const { staff } = await send<CourseStaff>(owner, 'GET', `${path}/staff`);
  expect(staff.find(({ user }) => user._id === colleague.id)).toMatchObject(after);
});

it('an edit changes every field of a unit’s staff member', async () => {
  const [unit, person] = [await createUnit('faculty'), await campus.colleague()];
  const { before, after } = edits.changeUnitStaff;
  const path = `/api/units/${unit._id}/staff`;
  await send(admin, 'POST', path, { person: person.email, ...before });
  await send(admin, 'PUT', `${path}/${person.id}`, after);
  const staff = await send<UnitStaff[]>(admin, 'GET', '/api/units/staff');
  expect(staff.find(({ user }) => user._id === person.id)).toMatchObject(after);
});

it('an edit changes every enrollment setting and the key', async () => {
  const teacher = await campus.teacher();
  const { _id } = await campus.course(teacher);
  const path = `/api/courses/${_id}/enrollment-settings`;
  const { before, after } = edits.changeEnrollmentSettings;
  await send(teacher, 'PUT', path, { ...before, mode: 'KEY' });
  const { key } = await send<EnrollmentSettings>(teacher, 'PUT', path, before);
  const { newKey: _newKey, ...settings } = after;
  await send(teacher, 'PUT', path, after);
  const changed = await send<EnrollmentSettings>(teacher, 'GET', path);
  // `guests: false` is stored as a missing field.
  expect({ guests: false, ...changed }).toMatchObject(settings);
  expect(changed.key).toEqual(expect.any(String));
  expect(changed.key).not.toBe(key);
});
