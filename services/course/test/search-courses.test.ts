import type { Course } from '@qr-attendance/contracts';
import { userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, nextPage, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
let student: Person;
beforeAll(async () => {
  world = await startWorld([]);
  student = world.people.student();
});
afterAll(() => world.close());

const AVAILABLE = '/api/courses/available/all';
const create = async (teacher: Person, course: object): Promise<Course> => {
  const { status, body } = await call<Course>(world.url(), 'POST', '/api/courses', {
    token: teacher.token,
    body: { semester: 1, ...course },
  });
  expect(status).toBe(201);
  return body;
};
const search = (person: Person, text: string, path = AVAILABLE) =>
  call<Course[]>(world.url(), 'GET', `${path}?${new URLSearchParams({ search: text }).toString()}`, {
    token: person.token,
  });
const namesFoundBy = async (text: string, person = student, path?: string) =>
  (await search(person, text, path)).body.map(({ name }) => name);
const rename = async (teacher: Person, name: string, version: number) => {
  const user = { ...samples.teacherChanged, id: teacher.id, name, version };
  await world.bus.publish(createEvent(userChanged, teacher.id, user));
};

describe('searching available courses', () => {
  beforeAll(async () => {
    const teacher = world.people.teacher();
    await rename(teacher, 'Łukasz O’Brien', 1);
    await create(teacher, { name: 'Einführung in die Ökonometrie', code: 'ECO-101', section: 'Blue' });
    await create(teacher, { name: '数据结构', code: 'CS204', section: 'B2' });
    await create(teacher, { name: 'Programming in C', code: 'C1' });
    await eventually(async () => expect(await namesFoundBy('lukasz')).toHaveLength(3));
  });

  it.each([
    ['the code', 'eco-101', 'Einführung in die Ökonometrie'],
    ['the code without its hyphen', 'ECO101', 'Einführung in die Ökonometrie'],
    ['the number in a code', '204', '数据结构'],
    ['a code typed with a space', 'cs 204', '数据结构'],
    ['the name without accents and in any case', 'OKONO', 'Einführung in die Ökonometrie'],
    ['a word in a name written without spaces', '结构', '数据结构'],
    ['the section', 'blue', 'Einführung in die Ökonometrie'],
    ['words of several fields in any order', 'brien okonometrie eco', 'Einführung in die Ökonometrie'],
    ['a single letter', 'c1 c', 'Programming in C'],
  ])('finds courses by %s', async (_what, text, name) => {
    expect(await namesFoundBy(text)).toEqual([name]);
  });

  it('requires every word to match', async () => {
    expect(await namesFoundBy('programming 204')).toEqual([]);
  });

  it.each(['.*', '^', '(a+)+$', '[', '$where', '\\', '%', '"'])(
    'treats %s literally and finds nothing',
    async (text) => {
      const { status, body } = await search(student, text);
      expect([status, body]).toEqual([200, []]);
    },
  );

  it('rejects a query that is too long, contains control characters or is an object', async () => {
    expect((await search(student, 'x'.repeat(201))).status).toBe(400);
    expect((await search(student, 'a\0b')).status).toBe(400);
    for (const query of ['search[$gt]=', 'search[]=a&search[]=b', 'search=a&search=b']) {
      const { status } = await call(world.url(), 'GET', `${AVAILABLE}?${query}`, { token: student.token });
      expect([200, 400]).toContain(status);
    }
  });

  it('does not find courses in which a student cannot enroll', async () => {
    const teacher = world.people.teacher();
    const course = await create(teacher, { name: 'Astrology', code: 'Z9' });
    const someone = world.people.student();
    expect(await namesFoundBy('astrology', someone)).toEqual(['Astrology']);
    await call(world.url(), 'POST', `/api/courses/${course._id}/enroll`, { token: someone.token });
    expect(await namesFoundBy('astrology', someone)).toEqual([]);
    expect(await namesFoundBy('astrology', someone, '/api/courses')).toEqual(['Astrology']);
    await call(world.url(), 'POST', `/api/courses/${course._id}/archive`, { token: teacher.token });
    expect(await namesFoundBy('astrology')).toEqual([]);
  });

  it('returns pages sorted by code', async () => {
    const teacher = world.people.teacher();
    const codes = ['P1', 'P2', 'P3', 'P4', 'P5'];
    for (const code of codes.toReversed()) await create(teacher, { name: 'Paging theory', code });
    const seen: string[] = [];
    let path: string | undefined = `${AVAILABLE}?limit=2&search=theory+paging`;
    while (path !== undefined) {
      const answer: { body: Course[]; headers: Headers } = await call<Course[]>(world.url(), 'GET', path, {
        token: student.token,
      });
      seen.push(...answer.body.map(({ code }) => code));
      path = nextPage(answer.headers);
    }
    expect(seen).toEqual(codes);
  });
});

describe('searching a changed course', () => {
  it('finds it only by its new details', async () => {
    const teacher = world.people.teacher();
    const { _id, version } = await create(teacher, { name: 'Alchemy', code: 'AL1' });
    await call(world.url(), 'PUT', `/api/courses/${_id}`, {
      token: teacher.token,
      body: { name: 'Chemistry', code: 'CH1', semester: 1, version },
    });
    expect(await namesFoundBy('alchemy')).toEqual([]);
    expect(await namesFoundBy('chemistry')).toEqual(['Chemistry']);
  });

  it('finds it by the new name of its teacher', async () => {
    const teacher = world.people.teacher();
    await rename(teacher, 'Maiden Quigley', 1);
    await create(teacher, { name: 'Botany', code: 'BO1' });
    await eventually(async () => expect(await namesFoundBy('quigley')).toEqual(['Botany']));
    await rename(teacher, 'Married Vonnegut', 2);
    await eventually(async () => expect(await namesFoundBy('vonnegut')).toEqual(['Botany']));
    expect(await namesFoundBy('quigley')).toEqual([]);
  });
});

it('allows one concurrent search per person, without blocking others', async () => {
  const attacker = world.people.student();
  const others = Array.from({ length: 5 }, () => world.people.student());
  const [flood, rest] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, (_, n) => search(attacker, `flood ${n}`))),
    Promise.all(others.map((other) => search(other, 'okonometrie'))),
  ]);
  const refused = flood.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(30);
  for (const { headers } of refused) expect(headers.get('Retry-After')).toBe('1');
  expect(rest.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});
