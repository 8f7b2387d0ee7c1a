import { randomUUID } from 'node:crypto';
import type { Course, Term } from '@qr-attendance/contracts';
import { courseChanged } from '@qr-attendance/contracts/events';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([courseChanged], { asProcess: true });
});
afterAll(() => world.close());

const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const createCourse = async (teacher: Person, more: object = {}): Promise<Course> => {
  const form = { name: 'Optics', code: randomUUID().slice(0, 8), section: 'A', semester: 3, ...more };
  const { status, body } = await ask<Course>(teacher, 'POST', '/api/courses', form);
  expect(status).toBe(201);
  return body;
};
const published = (id: string) => world.heard.filter(({ key }) => key === id);

it('archiving a term continues after a bus outage and a crash, without a long queue', async () => {
  const [admin, teacher] = [world.people.admin(), world.people.teacher()];
  const { body: term } = await ask<Term>(admin, 'POST', '/api/terms', {
    name: randomUUID(),
    firstDay: '2031-09-28',
    lastDay: '2032-02-12',
    breaks: [],
  });
  const courses: Course[] = [];
  for (let count = 0; count < 12; count += 1)
    courses.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => createCourse(teacher, { termId: term._id })))),
    );
  const stored = world.database.collection('courses');
  const waiting = () => stored.countDocuments({ 'outbox.id': { $gt: '' } });
  await eventually(async () => expect(await waiting()).toBe(0));
  world.busLink.cut();
  await ask(admin, 'POST', `/api/terms/${term._id}/archive`);
  await eventually(async () => expect(await waiting()).toBeGreaterThanOrEqual(50));
  const live = await createCourse(teacher);
  expect(await waiting()).toBeLessThanOrEqual(101);
  expect(await stored.countDocuments({ termId: term._id, archived: true })).toBeLessThanOrEqual(100);
  await world.kill();
  world.busLink.fix();
  await world.restart();
  await eventually(() => expect(published(live._id)).not.toEqual([]));
  await eventually(async () => {
    const terms = (await ask<Term[]>(admin, 'GET', '/api/terms?limit=500')).body;
    const one = terms.find(({ _id }) => _id === term._id);
    expect(one).toBeDefined();
    expect(one).not.toHaveProperty('updatingCourses');
  });
  const { body: listed } = await ask<Course[]>(teacher, 'GET', '/api/courses?limit=500');
  expect(listed.filter(({ archived }) => archived)).toHaveLength(courses.length);
  await eventually(() => {
    for (const { _id } of courses)
      expect(published(_id).at(-1)?.payload).toMatchObject({ archived: true, version: 2 });
  });
});
