import { randomUUID } from 'node:crypto';
import type { Course, EnrollmentSettings, Term, Unit } from '@qr-attendance/contracts';
import { courseChanged, userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { edits } from '@qr-attendance/contracts/samples/edits';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await startWorld([courseChanged], { asProcess: true });
  admin = world.people.admin();
});
afterAll(() => world.close());

type RefusalBody = { code?: string; error?: string };
const ask = <Body = Course & RefusalBody>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const createTerm = async (): Promise<Term> =>
  (
    await ask<Term>(admin, 'POST', '/api/terms', {
      name: randomUUID(),
      firstDay: '2031-09-28',
      lastDay: '2032-02-12',
      breaks: [],
    })
  ).body;
const details = (more: object = {}) => ({ ...samples.newCourse, code: randomUUID().slice(0, 8), ...more });
const createCourse = async (teacher: Person, more: object = {}): Promise<Course> => {
  const { status, body } = await ask(teacher, 'POST', '/api/courses', details(more));
  expect(status).toBe(201);
  return body;
};
const find = async (teacher: Person, { _id }: Course) =>
  (await ask(teacher, 'GET', `/api/courses/${_id}`)).body;
const list = async (teacher: Person) => (await ask<Course[]>(teacher, 'GET', '/api/courses?limit=500')).body;
const onTerm = (action: string, { _id }: Term, body?: unknown) =>
  ask<Term & RefusalBody>(admin, 'POST', `/api/terms/${_id}/${action}`, body);
const settle = ({ _id }: Term): Promise<Term> =>
  eventually(async () => {
    const terms = (await ask<Term[]>(admin, 'GET', '/api/terms?limit=500')).body;
    const term = terms.find((one) => one._id === _id);
    if (!term || term.updatingCourses) throw new Error('Courses of the term are still being updated.');
    return term;
  });
const published = (id: string) => world.heard.filter(({ key }) => key === id);

describe('a course in a term', () => {
  it('contains its term, and is published with it', async () => {
    const [term, teacher] = [await createTerm(), world.people.teacher()];
    const course = await createCourse(teacher, { termId: term._id });
    expect(course).toMatchObject({ termId: term._id, termName: term.name });
    await eventually(() =>
      expect(published(course._id)[0]?.payload).toMatchObject({ termId: term._id, version: 1 }),
    );
    const without = details({ code: course.code, version: course.version });
    const edited = await ask(teacher, 'PUT', `/api/courses/${course._id}`, without);
    expect(edited.status).toBe(200);
    expect(edited.body).not.toHaveProperty('termId');
    expect((await settle(term)).courseCount).toBe(0);
  });

  it('may have the same code and section as a course in another term, but not in its own', async () => {
    const [firstTerm, secondTerm, teacher] = [await createTerm(), await createTerm(), world.people.teacher()];
    const { code } = await createCourse(teacher, { termId: firstTerm._id });
    await createCourse(teacher, { code, termId: secondTerm._id });
    await createCourse(teacher, { code });
    for (const termId of [firstTerm._id, secondTerm._id, undefined])
      expect(await ask(teacher, 'POST', '/api/courses', details({ code, termId }))).toMatchObject({
        status: 409,
        body: { code: 'course_exists' },
      });
  });

  it.each([
    ['an unknown term', { termId: '66f0000000000000000000aa' }, 404],
    ['an unknown unit', { unitId: '66f0000000000000000000aa' }, 404],
    ['a query operator as the term', { termId: { $ne: '' } }, 400],
  ])('cannot be created or edited with %s', async (_what, more, status) => {
    const teacher = world.people.teacher();
    expect((await ask(teacher, 'POST', '/api/courses', details(more))).status).toBe(status);
    expect(await list(teacher)).toEqual([]);
    const { _id } = await createCourse(teacher);
    expect((await ask(teacher, 'PUT', `/api/courses/${_id}`, details({ ...more, version: 1 }))).status).toBe(
      status,
    );
  });
});

describe('archiving a term', () => {
  it('archives its courses and rejects new ones, and restoring it restores only those courses', async () => {
    const [term, other, teacher] = [await createTerm(), await createTerm(), world.people.teacher()];
    const [active, own, elsewhere] = [
      await createCourse(teacher, { termId: term._id }),
      await createCourse(teacher, { termId: term._id }),
      await createCourse(teacher, { termId: other._id }),
    ];
    await ask(teacher, 'POST', `/api/courses/${own._id}/archive`);

    expect(await onTerm('archive', term)).toMatchObject({ status: 200, body: { archived: true } });
    expect(await onTerm('archive', term)).toMatchObject({ status: 200, body: { archived: true } });
    await settle(term);
    expect(await find(teacher, active)).toMatchObject({ archived: true });
    expect(await find(teacher, elsewhere)).not.toHaveProperty('archived');
    await eventually(() =>
      expect(published(active._id).at(-1)).toMatchObject({ bulk: true, payload: { archived: true } }),
    );
    expect(published(active._id).at(-1)?.payload).not.toHaveProperty('archivedWithTerm');
    const refused = { status: 409, body: { code: 'term_archived' } };
    expect(await ask(teacher, 'POST', '/api/courses', details({ termId: term._id }))).toMatchObject(refused);
    const move = { ...details(), termId: term._id, version: elsewhere.version };
    expect(await ask(teacher, 'PUT', `/api/courses/${elsewhere._id}`, move)).toMatchObject(refused);
    expect(await ask(teacher, 'POST', `/api/courses/${active._id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'course_term_archived' },
    });

    expect((await onTerm('restore', term)).body).not.toHaveProperty('archived');
    await onTerm('restore', term);
    await settle(term);
    expect(await find(teacher, active)).not.toHaveProperty('archived');
    expect(await find(teacher, own)).toMatchObject({ archived: true });
    await eventually(() => expect(published(active._id).at(-1)?.payload).not.toHaveProperty('archived'));
  });

  it('keeps a course editable, so it can be moved to another term and restored there', async () => {
    const [term, next, teacher] = [await createTerm(), await createTerm(), world.people.teacher()];
    const course = await createCourse(teacher, { termId: term._id });
    await onTerm('archive', term);
    await settle(term);
    const edit = async (more: object) =>
      ask(teacher, 'PUT', `/api/courses/${course._id}`, {
        ...details({ code: course.code }),
        version: (await find(teacher, course)).version,
        ...more,
      });
    expect(await edit({ name: 'Optics I', termId: term._id })).toMatchObject({
      status: 200,
      body: { name: 'Optics I', archived: true },
    });
    expect((await edit({ termId: next._id })).status).toBe(200);
    await onTerm('restore', term);
    await settle(term);
    expect(await find(teacher, course)).toMatchObject({ archived: true, termId: next._id });
    expect((await ask(teacher, 'POST', `/api/courses/${course._id}/restore`)).status).toBe(200);
  });

  it('keeps a course archived if another one has taken its code and section before the term is restored', async () => {
    const [term, teacher] = [await createTerm(), world.people.teacher()];
    const [first, second] = [
      await createCourse(teacher, { termId: term._id }),
      await createCourse(teacher, { termId: term._id }),
    ];
    await onTerm('archive', term);
    await settle(term);
    const { version } = await find(teacher, second);
    await ask(teacher, 'PUT', `/api/courses/${second._id}`, {
      ...details({ code: first.code, termId: term._id }),
      version,
    });
    await onTerm('restore', term);
    await settle(term);
    const both = [await find(teacher, first), await find(teacher, second)];
    expect(both.filter(({ archived }) => archived)).toHaveLength(1);
  });
});

describe('copying a course into another term', () => {
  it('copies its settings once, but neither students nor key', async () => {
    const [term, next, teacher] = [await createTerm(), await createTerm(), world.people.teacher()];
    const student = world.people.student();
    const unit = await ask<Unit>(admin, 'POST', '/api/units', { kind: 'program', name: randomUUID() });
    // Every field of the course and of its settings has a value.
    const given = { ...edits.editCourse.before, code: randomUUID().slice(0, 8), unitId: unit.body._id };
    const course = await createCourse(teacher, { ...given, termId: term._id });
    const sessionDefaults = { requirePin: true };
    await ask(teacher, 'PATCH', `/api/courses/${course._id}`, { sessionDefaults });
    await ask(student, 'POST', `/api/courses/${course._id}/enroll`);
    const settingsOf = (id: string | undefined) => `/api/courses/${id}/enrollment-settings`;
    const { newKey: _newKey, ...settings } = edits.changeEnrollmentSettings.before;
    const asked = { ...settings, mode: 'KEY', newKey: false };
    const { body: before } = await ask<EnrollmentSettings>(teacher, 'PUT', settingsOf(course._id), asked);

    const copy = () => ask(teacher, 'POST', `/api/courses/${course._id}/copy`, { termId: next._id });
    const answers = await Promise.all([copy(), copy(), copy()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [copied] = new Set(answers.map(({ body }) => body._id));
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    expect(copied).not.toBe(course._id);
    expect(answers[0]?.body).toMatchObject({
      ...given,
      termId: next._id,
      termName: next.name,
      sessionDefaults,
      studentCount: 0,
    });
    const { body: after } = await ask<EnrollmentSettings>(teacher, 'GET', settingsOf(copied));
    expect(after).toMatchObject({ ...settings, mode: 'KEY' });
    expect(after.key).toEqual(expect.any(String));
    expect(after.key).not.toBe(before.key);
    expect(await list(teacher)).toHaveLength(2);
    expect(await list(student)).toMatchObject([{ _id: course._id, studentCount: 1 }]);
  });

  it('is rejected for its own, an archived or an unknown term, over another course, and by other users', async () => {
    const [term, next, teacher] = [await createTerm(), await createTerm(), world.people.teacher()];
    const course = await createCourse(teacher, { termId: term._id });
    const copy = (termId: string, person = teacher) =>
      ask(person, 'POST', `/api/courses/${course._id}/copy`, { termId });
    expect(await copy(term._id)).toMatchObject({ status: 409, body: { code: 'same_term' } });
    expect((await copy('66f0000000000000000000aa')).status).toBe(404);
    expect((await copy(next._id, world.people.teacher())).status).toBe(404);
    const { code } = course;
    await createCourse(teacher, { code, termId: next._id });
    expect(await copy(next._id)).toMatchObject({ status: 409, body: { code: 'course_exists' } });
    const archived = await createTerm();
    await onTerm('archive', archived);
    expect(await copy(archived._id)).toMatchObject({ status: 409, body: { code: 'term_archived' } });
    expect(await list(teacher)).toHaveLength(2);
  });

  it('is possible again after the copy was deleted or moved', async () => {
    const [term, next, teacher] = [await createTerm(), await createTerm(), world.people.teacher()];
    const course = await createCourse(teacher, { termId: term._id });
    const copy = async () =>
      (await ask(teacher, 'POST', `/api/courses/${course._id}/copy`, { termId: next._id })).body;
    const first = await copy();
    const moved = details({ code: first.code, version: first.version });
    expect((await ask(teacher, 'PUT', `/api/courses/${first._id}`, moved)).status).toBe(200);
    expect((await copy())._id).not.toBe(first._id);
  });
});

describe('copying the courses of a term', () => {
  it('copies each course once unless its teacher archived it, even from an archived term', async () => {
    const [term, next] = [await createTerm(), await createTerm()];
    const [ada, bob, gone] = [world.people.teacher(), world.people.teacher(), world.people.teacher()];
    const first = await createCourse(ada, { termId: term._id });
    const second = await createCourse(bob, { termId: term._id });
    const own = await createCourse(bob, { termId: term._id });
    await ask(bob, 'POST', `/api/courses/${own._id}/archive`);
    await createCourse(gone, { termId: term._id });
    const name = randomUUID();
    const user = { ...samples.teacherChanged, id: gone.id, name, suspended: true };
    await world.bus.publish(createEvent(userChanged, gone.id, user));
    await eventually(async () =>
      expect(await world.database.collection('people').countDocuments({ name, barred: true })).toBe(1),
    );
    await createCourse(ada, { code: first.code, termId: next._id });
    await onTerm('archive', term);
    await settle(term);

    for (let press = 0; press < 2; press += 1) {
      expect((await onTerm('copy-courses', next, { from: term._id })).status).toBe(200);
      expect(await settle(next)).toMatchObject({ courseCount: 2 });
    }
    const inNext = async (teacher: Person) =>
      (await list(teacher)).filter(({ termId }) => termId === next._id);
    expect(await inNext(ada)).toHaveLength(1);
    expect(await inNext(bob)).toMatchObject([{ code: second.code, studentCount: 0 }]);
    expect((await inNext(bob))[0]).not.toHaveProperty('archived');
  });

  it('is rejected within one term, into an archived term, and with an unknown term', async () => {
    const [term, next] = [await createTerm(), await createTerm()];
    const from = (id: string) => onTerm('copy-courses', next, { from: id });
    expect(await from(next._id)).toMatchObject({ status: 409, body: { code: 'same_term' } });
    expect((await from('66f0000000000000000000aa')).status).toBe(404);
    await onTerm('archive', next);
    expect(await from(term._id)).toMatchObject({ status: 409, body: { code: 'term_archived' } });
  });
});
