import { campusDay, startOfDay } from '@qr-attendance/server';
import { randomUUID } from 'node:crypto';
import type { Course, FormerStudent, Roster, Session, VerifiedScan } from '@qr-attendance/contracts';
import { countAsVerified, eventually, someone, startTestClock } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { openCampus, type Campus, type Member } from './support/campus.ts';
import { createImporter, type Importer } from './support/imports.ts';

const ZONE = 'Europe/Berlin';
const today = Temporal.Now.plainDateISO(ZONE).add({ days: 1 });
const dayIn = (days: number): string => today.add({ days }).toString();
const at = (days: number, hour: number): string =>
  new Date(startOfDay(dayIn(days), ZONE).getTime() + hour * 3_600_000).toISOString();

let campus: Campus;
let office: Importer;
let database: Connection;
const clock = startTestClock();
beforeAll(async () => {
  campus = await openCampus(ZONE);
  clock.set(at(0, 9));
  const { urls, databases } = campus.services;
  // A token is issued when the call is made.
  const admin = someone('ADMIN');
  office = createImporter(() => urls.course, {
    get token() {
      return campus.services.tokenFor(admin);
    },
  });
  database = await mongoose.createConnection(databases.course).asPromise();
});
afterAll(async () => {
  await database.close();
  await campus.close();
  clock.stop();
});

const csv = (header: string, lines: string[][]): string =>
  [header, ...lines.map((line) => line.join(','))].join('\n');
const importPerson = async (role: 'student' | 'staff') => {
  const externalId = randomUUID().slice(0, 8);
  const { id, email } = await (role === 'student' ? campus.student() : campus.teacher());
  await countAsVerified(campus.services, id);
  const line = [externalId, `Person ${externalId}`, email, role];
  const run = await office.apply('people', csv('person,name,email,role', [line]));
  expect(run).toMatchObject({ state: 'done', applied: { error: 0, unmatched: 0 } });
  const userType = role === 'student' ? 'STUDENT' : 'TEACHER';
  const member = (): Member => ({ id, token: campus.services.tokenFor({ ...someone(userType), id }) });
  return { id, externalId, member };
};
type ImportedMember = Awaited<ReturnType<typeof importPerson>>;

const importCourse = async () => {
  const owner = await importPerson('staff');
  const [course, firstSection, secondSection] = Array.from({ length: 3 }, () => randomUUID().slice(0, 8)) as [
    string,
    string,
    string,
  ];
  const lines = [firstSection, secondSection].map((id, index) => [
    id,
    String(index + 1),
    course,
    course,
    'Optics',
    '3',
  ]);
  await office.apply('sections', csv('section_id,section,course_id,code,name,semester', lines));
  const role = [owner.externalId, 'owner', 'course', course];
  await office.apply('staff', csv('person,role,scope,scope_id', [role]));
  const { body } = await campus.ask<Course[]>(owner.member(), 'GET', '/api/courses');
  const [{ _id: id, sections = [] } = { _id: '' }] = body;
  const path = `/api/courses/${id}`;
  const teacher = owner.member;
  const storedOf = (student: ImportedMember) =>
    database.collection('enrollments').findOne({ studentId: student.id } as object);
  return {
    id,
    one: firstSection,
    two: secondSection,
    sections,
    storedOf,
    teacher,
    studentIds: async () => (await campus.ask<Course>(teacher(), 'GET', path)).body.students?.toSorted(),
    formerIds: async () =>
      (await campus.ask<FormerStudent[]>(teacher(), 'GET', `${path}/former-students`)).body.map(
        ({ student }) => student._id,
      ),
    openClass: async () => {
      const { body: session } = await campus.ask<Session>(teacher(), 'POST', '/api/sessions', {
        courseId: id,
        date: campusDay(new Date(), ZONE),
        startTime: new Date(Date.now() - 6e4).toISOString(),
        refreshInterval: 300,
      });
      const rosterPath = `/api/attendance/roster?sessionId=${session._id}`;
      return {
        scan: async (student: ImportedMember) =>
          (await campus.ask<VerifiedScan>(student.member(), 'GET', `/api/sessions/verify/${session.qrCode}`))
            .body,
        rosterIds: async () =>
          (await campus.ask<Roster>(teacher(), 'GET', rosterPath)).body.entries
            .map(({ student }) => student._id)
            .toSorted(),
      };
    },
  };
};
const idsOf = (...people: ImportedMember[]) => people.map(({ id }) => id).toSorted();

it('a membership counts from its first day until its last day, even if they are in the future', async () => {
  const course = await importCourse();
  const [leaves, comes, moves] = [
    await importPerson('student'),
    await importPerson('student'),
    await importPerson('student'),
  ];
  const file = csv('section_id,institution_id,began,ended', [
    [course.one, leaves.externalId, dayIn(-7), dayIn(1)],
    [course.one, comes.externalId, dayIn(1), dayIn(90)],
    [course.one, moves.externalId, dayIn(-7), dayIn(1)],
    [course.two, moves.externalId, dayIn(1), dayIn(90)],
  ]);
  const run = await office.apply('memberships', file);
  expect(run).toMatchObject({ state: 'done', applied: { added: 4, changed: 0, ended: 0, error: 0 } });
  const boundary = new Date(at(1, 0));
  const stored = { active: true, sectionId: course.sections[0]?._id, changesAt: boundary, version: 1 };
  expect(await course.storedOf(leaves)).toMatchObject(stored);
  expect(await course.storedOf(leaves)).not.toHaveProperty('ended');
  expect(await course.storedOf(comes)).toMatchObject({ ...stored, active: false });
  expect(await course.storedOf(moves)).toMatchObject(stored);
  expect(await course.studentIds()).toEqual(idsOf(leaves, moves));
  expect(await course.formerIds()).toEqual([]);
  expect(await office.apply('memberships', file)).toMatchObject({ applied: { unchanged: 4 } });
  expect(await course.storedOf(moves)).toMatchObject(stored);

  const first = await course.openClass();
  await eventually(async () => expect(await first.rosterIds()).toEqual(idsOf(leaves, moves)));
  const scanned = await first.scan(leaves);
  expect(scanned).toMatchObject({ enrolled: true });
  expect(await first.scan(comes)).toMatchObject({ enrolled: false });
  expect(await campus.mark(leaves.member(), scanned.ticket)).toMatchObject({
    status: 201,
    body: { status: 'PRESENT' },
  });

  clock.set(at(1, 9));
  await eventually(async () => {
    expect(await course.storedOf(leaves)).toMatchObject({ active: false, ended: 'LEFT', version: 2 });
    expect(await course.storedOf(comes)).toMatchObject({ active: true, version: 2 });
    expect(await course.storedOf(moves)).toMatchObject({ active: true, sectionId: course.sections[1]?._id });
  });
  expect(await course.studentIds()).toEqual(idsOf(comes, moves));
  expect(await course.formerIds()).toEqual(idsOf(leaves));
  const second = await course.openClass();
  await eventually(async () => expect(await second.rosterIds()).toEqual(idsOf(comes, moves)));
  const late = await second.scan(leaves);
  expect(late).toMatchObject({ enrolled: false });
  expect(await campus.mark(leaves.member(), late.ticket)).toMatchObject({
    status: 403,
    body: { code: 'not_enrolled' },
  });
  expect(await campus.mark(comes.member(), (await second.scan(comes)).ticket)).toMatchObject({ status: 201 });
  expect(await course.storedOf(leaves)).toMatchObject({ version: 2 });
});

it('a line with a future last day changes a membership, and an undo voids what is planned', async () => {
  const course = await importCourse();
  const student = await importPerson('student');
  const fileUntil = (ended: string) =>
    csv('section_id,institution_id,began,ended', [[course.one, student.externalId, dayIn(-7), ended]]);
  const run = await office.apply('memberships', fileUntil(''));
  const shortened = await office.apply('memberships', fileUntil(dayIn(30)));
  expect(shortened).toMatchObject({ state: 'done', applied: { changed: 1, ended: 0 } });
  expect(await course.storedOf(student)).toMatchObject({ active: true, changesAt: new Date(at(30, 0)) });
  expect(await office.preview('memberships', fileUntil(dayIn(-1)))).toMatchObject({
    preview: { changed: 0, ended: 1 },
  });

  expect(await office.undo(shortened._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
  expect(await course.storedOf(student)).not.toHaveProperty('changesAt');
  await office.apply('memberships', fileUntil(dayIn(30)));
  // The later file still states the membership.
  expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
  const planned = await importPerson('student');
  const later = csv('section_id,institution_id,began', [[course.one, planned.externalId, dayIn(20)]]);
  const { _id: id } = await office.apply('memberships', later);
  expect(await course.storedOf(planned)).toMatchObject({ active: false, changesAt: new Date(at(20, 0)) });
  expect(await office.undo(id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
  const undone = await course.storedOf(planned);
  expect(undone).toMatchObject({ active: false, periods: [{ voided: true }] });
  expect(undone).not.toHaveProperty('changesAt');
});

it('a course or section with students who start later cannot be deleted or archived', async () => {
  const course = await importCourse();
  const student = await importPerson('student');
  const file = csv('section_id,institution_id,began', [[course.two, student.externalId, dayIn(20)]]);
  expect(await office.apply('memberships', file)).toMatchObject({ state: 'done', applied: { added: 1 } });
  const path = `/api/courses/${course.id}`;
  expect(await campus.ask(course.teacher(), 'DELETE', path)).toMatchObject({
    status: 409,
    body: { code: 'course_not_empty' },
  });
  const [, second] = course.sections;
  const edit = { name: '2', archived: true };
  expect(await campus.ask(course.teacher(), 'PUT', `${path}/sections/${second?._id}`, edit)).toMatchObject({
    status: 409,
    body: { code: 'section_not_empty' },
  });
});
