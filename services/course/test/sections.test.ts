import type { Course } from '@qr-attendance/contracts';
import { courseChanged, membershipChanged, type MembershipPeriod } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([courseChanged, membershipChanged]);
});
afterAll(() => world.close());

const ask = <Body = Course & { code: string }>(
  { token }: Person,
  method: string,
  path: string,
  body?: unknown,
) => call<Body>(world.url(), method, path, { token, body });

const openCourse = async (details: object = {}) => {
  const teacher = world.people.teacher();
  const created = await ask(teacher, 'POST', '/api/courses', { ...samples.newCourse, ...details });
  const path = `/api/courses/${created.body._id}`;
  return {
    teacher,
    path,
    id: created.body._id,
    get: async (person = teacher) => (await ask(person, 'GET', path)).body,
    add: (name: unknown, person = teacher) => ask(person, 'POST', `${path}/sections`, { name }),
    edit: (id: string, body: object) => ask(teacher, 'PUT', `${path}/sections/${id}`, body),
    enroll: (student: Person, body?: object) => ask(student, 'POST', `${path}/enroll`, body),
    move: (student: Person, body: object, person = teacher) =>
      ask(person, 'POST', `${path}/students/${student.id}/move`, body),
    periodsOf: (student: Person, version: number): Promise<MembershipPeriod[]> =>
      eventually(() => {
        const found = world.heard
          .filter(({ topic }) => topic === membershipChanged.name)
          .map(({ payload }) => membershipChanged.payload.parse(payload))
          .find((one) => one.studentId === student.id && one.version === version);
        expect(found).toBeDefined();
        return found?.periods ?? [];
      }),
  };
};

describe('the sections of a course', () => {
  it('include a first section from the start, with the ID of the course and its section name', async () => {
    const { id, get } = await openCourse({ section: 'B' });
    expect((await get()).sections).toEqual([{ _id: id, name: 'B', studentCount: 0 }]);
    const other = await openCourse({ section: undefined });
    expect((await other.get()).sections).toEqual([{ _id: other.id, name: '1', studentCount: 0 }]);
    await eventually(() => {
      const published = world.heard.filter(({ key }) => key === id).at(-1)?.payload;
      expect(courseChanged.payload.parse(published).sections).toEqual([{ id, name: 'B' }]);
    });
  });

  it('are added once by name, renamed, archived and restored', async () => {
    const { id, add, edit, get } = await openCourse();
    const names = async () => (await get()).sections.map(({ name, archived }) => [name, archived ?? false]);
    expect((await add('Lab 1')).status).toBe(200);
    const { sections } = (await add('Lab 1')).body;
    expect(sections).toHaveLength(2);
    const lab = sections[1]?._id ?? '';
    expect((await edit(lab, { name: 'A' })).body.code).toBe('section_exists');
    expect((await edit(lab, { name: 'Lab', archived: true })).status).toBe(200);
    expect(await names()).toEqual([
      ['A', false],
      ['Lab', true],
    ]);
    expect((await edit(id, { name: 'A', archived: true })).body.code).toBe('last_section');
    expect((await add('Lab')).body.sections[1]).toMatchObject({ _id: lab, name: 'Lab' });
    expect(await names()).toEqual([
      ['A', false],
      ['Lab', false],
    ]);
  });

  it('include a first section whose name always equals the section of the course', async () => {
    const { id, teacher, path, edit, add, get } = await openCourse();
    expect((await edit(id, { name: 'Morning' })).body.section).toBe('Morning');
    await add('Evening');
    const { version } = await get();
    const rename = (section: string) => ask(teacher, 'PUT', path, { ...samples.newCourse, section, version });
    expect((await rename('Evening')).body.code).toBe('section_exists');
    expect((await rename('Noon')).body.sections.map(({ name }) => name)).toEqual(['Noon', 'Evening']);
  });

  it('can be changed only by those who may change the course', async () => {
    const { id, add } = await openCourse();
    expect((await add('X', world.people.teacher())).status).toBe(404);
    expect((await add('X', world.people.student())).status).toBe(403);
    expect((await add('')).status).toBe(400);
    expect((await add('x'.repeat(31))).status).toBe(400);
    expect(id).toBeDefined();
  });

  it('cannot be archived while students are in them', async () => {
    const { add, edit, enroll, get, move, id } = await openCourse();
    const student = world.people.student();
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    expect((await enroll(student, { sectionId: lab })).status).toBe(200);
    expect((await edit(lab, { name: 'Lab', archived: true })).body.code).toBe('section_not_empty');
    expect((await get()).sections.map(({ studentCount }) => studentCount)).toEqual([0, 1]);
    expect((await move(student, { sectionId: id })).status).toBe(204);
    expect((await edit(lab, { name: 'Lab', archived: true })).status).toBe(200);
    const other = world.people.student();
    expect((await enroll(other, { sectionId: lab })).body.code).toBe('section_archived');
    expect((await move(student, { sectionId: lab })).body.code).toBe('section_archived');
  });
});

describe('a student of a course with several sections', () => {
  it('joins the first or the chosen section, and sees which one', async () => {
    const { id, add, enroll, get } = await openCourse();
    const [first, second] = [world.people.student(), world.people.student()];
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    expect((await enroll(first)).body.sectionId).toBe(id);
    expect((await enroll(second, { sectionId: lab })).body.sectionId).toBe(lab);
    const seen = await get(second);
    expect(seen.sections).toEqual([
      { _id: id, name: 'A' },
      { _id: lab, name: 'Lab' },
    ]);
    expect((await enroll(world.people.student(), { sectionId: 'f'.repeat(24) })).status).toBe(404);
  });

  it('joins a section of the class in which the teacher admits the student', async () => {
    const { id, add, get } = await openCourse();
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    const admit = async (wanted: object) => {
      const student = world.people.student();
      const body = { by: world.people.teacher().id, ...wanted };
      const route = `/internal/courses/${id}/enrollments/${student.id}`;
      const { status } = await call(world.url(), 'POST', route, { token: world.internalToken, body });
      expect(status).toBe(200);
      return (await get(student)).sectionId;
    };
    expect(await admit({ sectionIds: ['f'.repeat(24), lab] })).toBe(lab);
    expect(await admit({ sectionIds: ['f'.repeat(24)] })).toBe(id);
    expect(await admit({})).toBe(id);
  });

  it('is approved into the requested section', async () => {
    const { teacher, path, add, get } = await openCourse();
    const student = world.people.student();
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    await ask(teacher, 'PUT', `${path}/enrollment-settings`, { mode: 'APPROVAL', mayLeave: false });
    await ask(student, 'POST', `${path}/enrollment-request`, { sectionId: lab });
    await ask(teacher, 'POST', `${path}/enrollment-requests/approve`, { studentIds: [student.id] });
    expect((await get(student)).sectionId).toBe(lab);
  });

  it('is moved at a given time, which ends one period and begins another, both with their author', async () => {
    const { id, teacher, add, enroll, move, periodsOf } = await openCourse();
    const student = world.people.student();
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    await enroll(student);
    for (let times = 0; times < 2; times += 1)
      expect((await move(student, { sectionId: lab })).status).toBe(204);
    const [before, after, ...none] = await periodsOf(student, 2);
    expect(none).toEqual([]);
    expect(before).toMatchObject({ sectionId: id, end: { how: 'MOVED', by: teacher.id }, voided: false });
    expect(after).toMatchObject({ sectionId: lab, by: teacher.id, began: before?.ended });
    expect(after).not.toHaveProperty('ended');
  });

  it('never belonged to the former section if moved from before its start', async () => {
    const { id, add, enroll, move, periodsOf } = await openCourse();
    const student = world.people.student();
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    await enroll(student);
    await move(student, { sectionId: lab, at: '2026-01-01T00:00:00.000Z' });
    const [before, after] = await periodsOf(student, 2);
    expect(before).toMatchObject({ sectionId: id, voided: true });
    expect(after).toMatchObject({ sectionId: lab, voided: false, began: before?.began });
    await move(student, { sectionId: id });
    const tooEarly = await move(student, { sectionId: lab, at: after?.began });
    expect(tooEarly).toMatchObject({ status: 409, body: { code: 'moved_before_period' } });
  });

  it('cannot be moved by unauthorized people, into the future, or without being in the course', async () => {
    const { add, enroll, move } = await openCourse();
    const student = world.people.student();
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    expect((await move(student, { sectionId: lab })).status).toBe(404);
    await enroll(student);
    expect((await move(student, { sectionId: lab }, world.people.teacher())).status).toBe(404);
    expect((await move(student, { sectionId: lab }, student)).status).toBe(403);
    expect((await move(student, { sectionId: lab, at: '2999-01-01T00:00:00.000Z' })).status).toBe(400);
    expect((await move(student, { sectionId: 'f'.repeat(24) })).status).toBe(404);
  });

  it('returns to the same section when the teacher restores the enrollment', async () => {
    const { teacher, path, add, enroll, get } = await openCourse();
    const student = world.people.student();
    const lab = (await add('Lab')).body.sections[1]?._id ?? '';
    await enroll(student, { sectionId: lab });
    await ask(teacher, 'DELETE', `${path}/students/${student.id}`);
    await ask(teacher, 'POST', `${path}/students/${student.id}/restore`);
    expect((await get(student)).sectionId).toBe(lab);
  });
});
